#include "labels/dither.h"

#include "color/bounding_box.h"

namespace huedrift {

Position error_bound(std::span<const Position> palette) {
    const auto [low, high] = bounding_box(palette);
    return {(high.l - low.l + 1) / 2, (high.a - low.a + 1) / 2, (high.b - low.b + 1) / 2};
}

}
