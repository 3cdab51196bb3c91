#pragma once

#include <cstdint>

namespace huedrift {

/// Moves bit i of `number` (21 bits) to bit 3 i.
constexpr std::uint64_t spread_bits(std::uint64_t number) {
    number = (number | number << 32) & 0x001f00000000ffff;
    number = (number | number << 16) & 0x001f0000ff0000ff;
    number = (number | number << 8) & 0x100f00f00f00f00f;
    number = (number | number << 4) & 0x10c30c30c30c30c3;
    return (number | number << 2) & 0x1249249249249249;
}

/// The index of a cell along the Z-order curve (Morton, 1966), for coordinates below 2^21. Cells with the
/// same leading bits lie in one cube of an octree.
constexpr std::uint64_t morton_code(std::uint32_t l, std::uint32_t a, std::uint32_t b) {
    return spread_bits(l) << 2 | spread_bits(a) << 1 | spread_bits(b);
}

}
