#pragma once

#include "color/position.h"
#include "color/rounding.h"

#include <array>
#include <cstdint>

namespace huedrift {

/// A weighted sum of positions. At most 2^37 pixels times 2^24 units stay far below 2^63.
struct PositionSum {
    std::int64_t weight = 0;
    std::array<std::int64_t, 3> moment{}; ///< the sums of weight times l, a and b

    constexpr void add(const Position& p, std::int64_t w) { *this += {w, {w * p.l, w * p.a, w * p.b}}; }
    constexpr PositionSum& operator+=(const PositionSum& other) {
        weight += other.weight;
        for (std::size_t axis = 0; axis < 3; ++axis) moment[axis] += other.moment[axis];
        return *this;
    }
    /// The mean, each coordinate rounded half up; `otherwise` for an empty sum.
    constexpr Position mean_or(const Position& otherwise) const { return weight == 0 ? otherwise : mean(); }
    /// The mean, each coordinate rounded half up. Only for a sum that is not empty.
    constexpr Position mean() const {
        const auto coordinate = [&](std::size_t axis) {
            return static_cast<std::int32_t>(round_half_up(moment[axis], weight));
        };
        return {coordinate(0), coordinate(1), coordinate(2)};
    }
};

}
