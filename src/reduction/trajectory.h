#pragma once

#include "base/progress.h"
#include "color/position.h"
#include "reduction/color_set.h"
#include "reduction/engine.h"
#include "reduction/options.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>
#include <span>
#include <vector>

namespace huedrift {

/// F(q) of docs/definition.md over some points: the mean of the points within `squared_radius` (squared
/// units) of q, each coordinate rounded half up; q if there are none. `weights`: one per point, or empty if
/// every point weighs 1.
inline Position step(std::span<const Position> points, std::span<const std::uint32_t> weights,
                     std::int64_t squared_radius, const Position& q) {
    assert(weights.empty() || weights.size() == points.size());
    PositionSum sum;
    for (std::size_t i = 0; i < points.size(); ++i)
        if (squared_distance(points[i], q) <= squared_radius)
            sum.add(points[i], weights.empty() ? 1 : weights[i]);
    return sum.mean_or(q);
}

/// F(q) over all colours.
inline Position step(const ColorSet& colors, Weighting weighting, std::int64_t squared_radius,
                     const Position& q) {
    const bool counted = weighting == Weighting::frequency;
    return step(colors.positions(), counted ? colors.counts() : std::span<const std::uint32_t>(),
                squared_radius, q);
}

/// F*(q) of docs/definition.md from F(q): each coordinate rounded half up to a multiple of 2^k, the largest
/// power of two up to half the longest coordinate of the step. Steps shorter than 16 units stay exact. With
/// F* trajectories meet early.
constexpr Position rounded_step(const Position& q, const Position& next) {
    const auto along = [](std::int32_t from, std::int32_t to) {
        return static_cast<std::uint32_t>(to > from ? to - from : from - to);
    };
    const std::uint32_t length = std::max({along(q.l, next.l), along(q.a, next.a), along(q.b, next.b)});
    if (length < 16) return next;
    const int k = static_cast<int>(std::bit_width(length)) - 2;
    const auto rounded = [&](std::int32_t x) { return (x + (1 << k >> 1)) >> k << k; };
    return {rounded(next.l), rounded(next.a), rounded(next.b)};
}

/// The states of a colour, its position first and its mode last.
using Trajectory = std::vector<Position>;

/// The trajectories of some colours of a set, given by their indices, by docs/definition.md. Meant for
/// display of a few: each step visits every colour of similar lightness. At the radius 0 no colour moves.
/// Throws Error(cancelled), and Error(usage) for options out of range.
std::vector<Trajectory> trajectories(const ColorSet& colors, std::span<const std::uint32_t> starts,
                                     const Options& options, const Progress& progress);

/// Moves some colours of a set by the steps of the mean shift (F of docs/definition.md), all at the same
/// time. States that have met are followed once.
class Stepping {
public:
    /// `starts` are indices into `colors`, which must outlive this object. Throws Error(cancelled).
    Stepping(const ColorSet& colors, std::span<const std::uint32_t> starts, const Progress& progress = {});

    /// Takes one step. Returns false when no state moved, as none does at the radius 0, or the iteration
    /// limit is reached. Throws as Follower::follow() does.
    bool step(Follower& follower, const Options& options, Progress& progress);
    /// The number of steps taken so far.
    std::uint32_t steps() const { return steps_; }
    /// The state of each start.
    std::vector<Position> states() const;

private:
    void keep_distinct(const Progress& progress);

    const ColorSet& colors_;
    std::vector<Position> states_;        ///< distinct
    std::vector<std::uint32_t> index_of_; ///< per start, into states_
    std::uint32_t steps_ = 0;
};

}
