#include "dither/dither.h"

#include "color/bounding_box.h"

namespace huedrift {

std::vector<Position> positions_of(std::span<const Rgb> colors, Transfer transfer) {
    const PositionTable position(transfer);
    std::vector<Position> positions;
    positions.reserve(colors.size());
    for (const Rgb color : colors) positions.push_back(position(color));
    return positions;
}

Position error_bound(std::span<const Position> palette) {
    const auto [low, high] = bounding_box(palette);
    return {(high.l - low.l + 1) / 2, (high.a - low.a + 1) / 2, (high.b - low.b + 1) / 2};
}

}
