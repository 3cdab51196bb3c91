#pragma once

#include "color/position.h"

#include <algorithm>
#include <limits>
#include <span>

namespace huedrift {

/// The smallest axis-aligned box around some positions, corners included. An empty box has `low` above
/// `high`; the first position added becomes both.
struct BoundingBox {
    Position low{max, max, max}, high{min, min, min};

    constexpr void add(const Position& p) {
        low = {std::min(low.l, p.l), std::min(low.a, p.a), std::min(low.b, p.b)};
        high = {std::max(high.l, p.l), std::max(high.a, p.a), std::max(high.b, p.b)};
    }
    /// The lengths along l, a and b in units. Only for a box that is not empty.
    constexpr std::array<std::int64_t, 3> sides() const {
        return {std::int64_t{high.l} - low.l, std::int64_t{high.a} - low.a, std::int64_t{high.b} - low.b};
    }
    /// The axis of the longest side, the first of several: 0 for l, 1 for a, 2 for b.
    constexpr std::size_t longest_axis() const {
        const auto lengths = sides();
        return static_cast<std::size_t>(std::ranges::max_element(lengths) - lengths.begin());
    }
    constexpr std::int64_t longest_side() const { return sides()[longest_axis()]; }
    /// From a position to the nearest point of the box, and to the farthest: squared. Not for an empty box.
    constexpr std::int64_t squared_distance_to(const Position& p) const {
        const auto apart = [](std::int64_t at, std::int64_t first, std::int64_t last) {
            return std::max({first - at, at - last, std::int64_t{0}});
        };
        return squared_length(apart(p.l, low.l, high.l), apart(p.a, low.a, high.a),
                              apart(p.b, low.b, high.b));
    }
    constexpr std::int64_t squared_reach_from(const Position& p) const {
        const auto apart = [](std::int64_t at, std::int64_t first, std::int64_t last) {
            return std::max(at - first, last - at);
        };
        return squared_length(apart(p.l, low.l, high.l), apart(p.a, low.a, high.a),
                              apart(p.b, low.b, high.b));
    }
    /// The middle, each coordinate rounded down. Only for a box that is not empty.
    constexpr Position middle() const {
        const auto between = [](std::int32_t first, std::int64_t last) {
            return static_cast<std::int32_t>(first + (last - first) / 2);
        };
        return {between(low.l, high.l), between(low.a, high.a), between(low.b, high.b)};
    }

private:
    static constexpr std::int64_t squared_length(std::int64_t l, std::int64_t a, std::int64_t b) {
        return l * l + a * a + b * b;
    }
    static constexpr std::int32_t max = std::numeric_limits<std::int32_t>::max();
    static constexpr std::int32_t min = std::numeric_limits<std::int32_t>::min();
};

/// The box of some positions; without positions, a box that holds only the origin.
inline BoundingBox bounding_box(std::span<const Position> positions) {
    if (positions.empty()) return {Position{}, Position{}};
    BoundingBox box;
    for (const Position& p : positions) box.add(p);
    return box;
}

}
