#include "reduction/trajectory.h"

#include "base/parallel.h"
#include "base/sort_parts.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace huedrift {

namespace {

/// The step F over points sorted by lightness, of which only a contiguous range can lie within a ball.
class SortedPoints {
public:
    SortedPoints(const ColorSet& colors, const Options& options, const Progress& progress)
        : reach_(static_cast<std::int32_t>(std::ceil(options.radius * units_per_one))),
          limit_(squared_radius(options.radius)), order_(indices_below(colors.size())) {
        const auto is_before = [positions = colors.positions()](std::uint32_t i, std::uint32_t j) {
            return positions[i] < positions[j];
        };
        sort_parts(std::span(order_), is_before, progress);
        each_index(order_.size(), progress, [&](std::size_t place) {
            const std::uint32_t i = order_[place];
            positions_.push_back(colors.positions()[i]);
            weights_.push_back(options.weighting == Weighting::palette ? 1 : colors.counts()[i]);
        });
    }

    Position step_from(const Position& state) const {
        const auto first = std::ranges::lower_bound(positions_, state.l - reach_, {}, &Position::l);
        const auto last =
            std::ranges::upper_bound(first, positions_.end(), state.l + reach_, {}, &Position::l);
        const auto offset = first - positions_.begin();
        return step({first, last}, {weights_.begin() + offset, static_cast<std::size_t>(last - first)},
                    limit_, state);
    }

private:
    std::int32_t reach_;
    std::int64_t limit_;
    std::vector<std::uint32_t> order_;
    std::vector<Position> positions_;
    std::vector<std::uint32_t> weights_;
};

Trajectory follow(const SortedPoints& points, const Position& start, const Options& options,
                  const Progress& progress) {
    Trajectory path{start};
    while (path.size() <= options.max_iterations.value_or(0xffffffff)) {
        progress.throw_if_cancelled();
        const Position next = points.step_from(path.back());
        if (next == path.back()) break;
        path.push_back(next);
    }
    return path;
}

}

std::vector<Trajectory> trajectories(const ColorSet& colors, std::span<const std::uint32_t> starts,
                                     const Options& options, const Progress& progress) {
    assert(std::ranges::all_of(starts, [&](std::uint32_t start) { return start < colors.size(); }));
    std::vector<Trajectory> paths(starts.size());
    if (options.radius == 0) {
        for (std::size_t i = 0; i < starts.size(); ++i) paths[i] = {colors.positions()[starts[i]]};
        return paths;
    }
    const SortedPoints points(colors, options, progress);
    parallel_indices(starts.size(), 1, [&](std::size_t i) {
        paths[i] = follow(points, colors.positions()[starts[i]], options, progress);
    });
    return paths;
}

Stepping::Stepping(const ColorSet& colors, std::span<const std::uint32_t> starts, const Progress& progress)
    : colors_(colors), index_of_(indices_below(starts.size())) {
    assert(std::ranges::all_of(starts, [&](std::uint32_t start) { return start < colors.size(); }));
    states_.reserve(starts.size());
    for (const std::uint32_t start : starts) states_.push_back(colors.positions()[start]);
    keep_distinct(progress);
}

void Stepping::keep_distinct(const Progress& progress) {
    std::vector<std::uint32_t> order = indices_below(states_.size()), place_of(states_.size());
    const auto is_before = [&](std::uint32_t i, std::uint32_t j) { return states_[i] < states_[j]; };
    sort_parts(std::span(order), is_before, progress);
    std::vector<Position> distinct;
    for (const std::uint32_t i : order) {
        if (distinct.empty() || distinct.back() != states_[i]) distinct.push_back(states_[i]);
        place_of[i] = static_cast<std::uint32_t>(distinct.size() - 1);
    }
    for (std::uint32_t& index : index_of_) index = place_of[index];
    states_ = std::move(distinct);
}

bool Stepping::step(Follower& follower, const Options& options, Progress& progress) {
    if (options.radius == 0 || steps_ == options.max_iterations) return false;
    Options once = options;
    once.max_iterations = 1;
    std::vector<Position> next = follower.follow(colors_, states_, once, {}, progress).states;
    assert(next.size() == states_.size());
    if (next == states_) return false;
    states_ = std::move(next);
    keep_distinct(progress);
    ++steps_;
    return true;
}

std::vector<Position> Stepping::states() const {
    std::vector<Position> states;
    states.reserve(index_of_.size());
    for (const std::uint32_t index : index_of_) states.push_back(states_[index]);
    return states;
}

}
