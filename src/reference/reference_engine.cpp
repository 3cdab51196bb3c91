#include "reference/reference_engine.h"

#include "reduction/step.h"

#include <algorithm>

namespace huedrift {

Reduction ReferenceEngine::reduce(const ColorSet& colors, const Options& options, Progress& progress) {
    const std::int64_t r2 = squared_radius(options.radius);
    std::vector<Position> ends(colors.size());
    Statistics statistics;
    for (std::size_t i = 0; i < colors.size(); ++i) {
        std::vector<Position> path{colors.positions()[i]};
        for (;;) {
            progress.throw_if_cancelled();
            const std::size_t steps = path.size() - 1;
            if (options.max_iterations && steps == *options.max_iterations) {
                ends[i] = path.back();
                break;
            }
            const Position next = step(colors, options.weighting, r2, path.back());
            ++statistics.evaluations;
            // A fixed point is a cycle of length one; of a longer cycle the smallest state stands for all.
            const auto seen = std::find(path.begin(), path.end(), next);
            if (seen != path.end() && (!options.max_iterations || next == path.back())) {
                ends[i] = *std::min_element(seen, path.end());
                break;
            }
            path.push_back(next);
        }
        statistics.rounds = std::max(statistics.rounds, static_cast<std::uint32_t>(path.size()));
        progress.report(double(i + 1) / double(colors.size()));
    }
    Reduction reduction = gather_modes(colors, ends);
    reduction.statistics = std::move(statistics);
    return reduction;
}

}
