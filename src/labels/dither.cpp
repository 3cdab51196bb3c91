#include "labels/dither.h"

#include <algorithm>

namespace huedrift {

Position error_bound(std::span<const Position> palette) {
    Position low = palette.front(), high = low;
    for (const Position& p : palette) {
        low = {std::min(low.l, p.l), std::min(low.a, p.a), std::min(low.b, p.b)};
        high = {std::max(high.l, p.l), std::max(high.a, p.a), std::max(high.b, p.b)};
    }
    return {(high.l - low.l + 1) / 2, (high.a - low.a + 1) / 2, (high.b - low.b + 1) / 2};
}

Position held_within(const Position& bound, std::int64_t l, std::int64_t a, std::int64_t b) {
    const auto hold = [](std::int64_t value, std::int64_t most) {
        return static_cast<std::int32_t>(std::clamp(value, -most, most));
    };
    return {hold(l, bound.l), hold(a, bound.a), hold(b, bound.b)};
}

}
