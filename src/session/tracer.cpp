#include "session/tracer.h"

#include "reduction/palette.h"

namespace huedrift {

void Tracer::look_at(const std::shared_ptr<const Outcome>& outcome, Rgb color) {
    if (outcome == outcome_ && color == color_) return;
    outcome_ = outcome;
    color_ = color;
    traces_ = nullptr;
    const auto trace = [this, outcome, color](JobRunner::Run& run) {
        const ColorSet& colors = outcome->picture->colors;
        auto traces = std::make_shared<Traces>(Traces{outcome, color, {}});
        traces->paths = trajectories(colors, members(outcome->reduction, colors, color, most_paths),
                                     outcome->parameters.options(outcome->weighting), run.progress());
        run.deliver([this, traces] {
            if (traces->outcome == outcome_ && traces->color == color_) traces_ = traces;
        });
    };
    // Options that made a result are in range; there is nothing to tell.
    runner_.post(trace, [](const Error&) {});
}

}
