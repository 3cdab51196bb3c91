#pragma once

#include "color/bounding_box.h"

#include <cstdint>

namespace huedrift::gpu {

/// A grid of cubes over the box of all points, through which the curve of assign_cell runs. Cubes, not equal
/// divisions of each side, because balls are round.
struct CellGrid {
    Position low;
    std::uint32_t cell = 1;                             ///< side of a cell, units
    std::int32_t cells_l = 1, cells_a = 1, cells_b = 1; ///< along each side

    /// Bits of a cell's index on the curve.
    std::uint32_t rank_bits() const;
};

/// The finest grid with at most 1024 cells along each side; all sides are even, so that the curve makes unit
/// steps.
CellGrid cell_grid(const BoundingBox& box);

}
