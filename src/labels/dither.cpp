#include "labels/dither.h"

#include "color/bounding_box.h"

#include <algorithm>

namespace huedrift {

Position error_bound(std::span<const Position> palette) {
    const auto [low, high] = bounding_box(palette);
    return {(high.l - low.l + 1) / 2, (high.a - low.a + 1) / 2, (high.b - low.b + 1) / 2};
}

Position held_within(const Position& bound, std::int64_t l, std::int64_t a, std::int64_t b) {
    const auto hold = [](std::int64_t value, std::int64_t most) {
        return static_cast<std::int32_t>(std::clamp(value, -most, most));
    };
    return {hold(l, bound.l), hold(a, bound.a), hold(b, bound.b)};
}

}
