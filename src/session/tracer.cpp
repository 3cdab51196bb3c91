#include "session/tracer.h"

#include "reduction/palette.h"

namespace huedrift {

void Tracer::look_at(const std::shared_ptr<const Result>& result, Rgb color) {
    if (result == result_ && color == color_) return;
    result_ = result;
    color_ = color;
    traces_ = nullptr;
    const auto trace = [this, result, color](JobRunner::Run& run) {
        const ColorSet& colors = result->picture->colors;
        auto traces = std::make_shared<Traces>(Traces{result, color, {}});
        traces->paths = trajectories(colors, members(result->reduction, colors, color, max_paths),
                                     result->recipe.options(), run.progress());
        run.deliver([this, traces] {
            if (traces->result == result_ && traces->color == color_) traces_ = traces;
        });
    };
    // Options that made a result are in range, so there is no failure to report.
    runner_.post(trace, [](const Error&) {});
}

}
