#pragma once

#include "color/position.h"
#include "reduction/rounding.h"

#include <cstdint>

namespace huedrift {

/// A weighted sum of positions: at most 2^37 pixels times 2^24 units, far from 2^63.
struct PositionSum {
    std::int64_t weight = 0, l = 0, a = 0, b = 0;

    void add(const Position& p, std::int64_t w) {
        weight += w;
        l += w * p.l;
        a += w * p.a;
        b += w * p.b;
    }
    /// Each coordinate rounded half up. Only once something was added.
    Position mean() const {
        const auto coordinate = [&](std::int64_t sum) {
            return static_cast<std::int32_t>(round_half_up(sum, weight));
        };
        return {coordinate(l), coordinate(a), coordinate(b)};
    }
};

}
