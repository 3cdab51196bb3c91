#include "dither/dither.h"

namespace huedrift {

std::vector<Position> positions_of(std::span<const Rgb> colors, Transfer transfer) {
    const PositionTable position(transfer);
    std::vector<Position> positions;
    positions.reserve(colors.size());
    for (const Rgb color : colors) positions.push_back(position(color));
    return positions;
}

}
