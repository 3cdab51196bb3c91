#pragma once

#include "color/position.h"
#include "reduction/color_set.h"
#include "reduction/options.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>

namespace huedrift {

/// F(q) of docs/definition.md over some points: the mean of the points within `squared_radius` (squared
/// units) of q, each coordinate rounded half up; q if there are none. `weights`: one per point, or empty if
/// every point weighs 1.
inline Position step(std::span<const Position> points, std::span<const std::uint32_t> weights,
                     std::int64_t squared_radius, const Position& q) {
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

}
