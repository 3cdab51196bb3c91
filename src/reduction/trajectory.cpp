#include "reduction/trajectory.h"

#include "base/parallel.h"
#include "base/parallel_sort.h"
#include "reduction/position_sum.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace huedrift {
namespace {

/// The step F over points in the order of their lightness, of which a ball spans a stretch.
class Step {
public:
    Step(const ColorSet& colors, const Options& options)
        : reach_(static_cast<std::int32_t>(std::ceil(options.radius * units_per_one))),
          limit_(squared_radius(options.radius)), order_(colors.size()) {
        std::iota(order_.begin(), order_.end(), 0u);
        parallel_sort(order_.begin(), order_.end(),
                      [&](auto i, auto j) { return colors.positions()[i] < colors.positions()[j]; });
        for (const std::uint32_t i : order_) {
            positions_.push_back(colors.positions()[i]);
            weights_.push_back(options.weighting == Weighting::palette ? 1 : colors.counts()[i]);
        }
    }

    Position operator()(const Position& state) const {
        const auto first = std::ranges::lower_bound(positions_, state.l - reach_, {}, &Position::l);
        PositionSum sum;
        for (auto at = first; at != positions_.end() && at->l <= state.l + reach_; ++at)
            if (squared_distance(*at, state) <= limit_)
                sum.add(*at, weights_[static_cast<std::size_t>(at - positions_.begin())]);
        return sum.weight == 0 ? state : sum.mean();
    }

private:
    std::int32_t reach_;
    std::int64_t limit_;
    std::vector<std::uint32_t> order_;
    std::vector<Position> positions_;
    std::vector<std::uint32_t> weights_;
};

Trajectory follow(const Step& step, const Position& start, const Options& options, const Progress& progress) {
    Trajectory path{start};
    std::set<Position> seen{start};
    while (path.size() <= options.max_iterations.value_or(0xffffffff)) {
        progress.throw_if_cancelled();
        const Position next = step(path.back());
        if (!seen.insert(next).second) break;
        path.push_back(next);
    }
    return path;
}

}

std::vector<Trajectory> trajectories(const ColorSet& colors, std::span<const std::uint32_t> starts,
                                     const Options& options, const Progress& progress) {
    const Step step(colors, options);
    std::vector<Trajectory> paths(starts.size());
    parallel_ranges(starts.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            paths[i] = follow(step, colors.positions()[starts[i]], options, progress);
    });
    return paths;
}

}
