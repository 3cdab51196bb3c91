#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace huedrift {

inline constexpr std::size_t mask_side = 64;

/// The ranks of a mask's pixels, row by row: each of 0 to 4095 once.
using MaskRanks = std::array<std::uint16_t, mask_side * mask_side>;

/// The mask of `blue-noise` in docs/definition.md, by Robert Ulichney's "The void-and-cluster method for
/// dither array generation" (1993). The pixels of the lowest ranks, however many, are spread evenly and at
/// random.
MaskRanks void_and_cluster();

}
