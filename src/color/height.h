#pragma once

#include "color/position_sum.h"

namespace huedrift {

/// h(q) of docs/definition.md: the sum of w (R2 - |q - x|^2) over the points x within r of q. At most 2^87.
__extension__ using Height = unsigned __int128;

/// A weighted sum of positions with their second moment.
struct MomentSum : PositionSum {
    Height second = 0; ///< the sum of weight times |x|^2

    constexpr void add(const Position& p, std::int64_t w) {
        PositionSum::add(p, w);
        second += Height(squared_distance(p, {})) * Height(w);
    }
    constexpr MomentSum& operator+=(const MomentSum& other) {
        PositionSum::operator+=(other);
        second += other.second;
        return *this;
    }
    /// h(q), if this is the sum of the points within the radius of q, by |q - x|^2 = |q|^2 - 2 q.x + |x|^2.
    constexpr Height height_at(const Position& q, std::int64_t squared_radius) const {
        __extension__ using Wide = __int128;
        const Wide beyond = Wide(squared_radius) - squared_distance(q, {});
        const Wide product = Wide(q.l) * moment[0] + Wide(q.a) * moment[1] + Wide(q.b) * moment[2];
        return Height(beyond * weight + 2 * product) - second;
    }
};

}
