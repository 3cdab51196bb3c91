#pragma once

#include "color/position.h"

#include <cstdint>

namespace huedrift::gpu {

/// A grid of cubes over the box of all points, for the curve of assign_cell. Cubes, not equal divisions of
/// each side, because balls are round.
struct CellGrid {
    Position low;
    std::uint32_t cell = 1;                             ///< side of a cell, units
    std::int32_t cells_l = 1, cells_a = 1, cells_b = 1; ///< along each side

    std::uint64_t cells() const {
        return std::uint64_t(cells_l) * std::uint64_t(cells_a) * std::uint64_t(cells_b);
    }
    /// Bits of a cell's index on the curve.
    std::uint32_t rank_bits() const;
};

/// A grid with at most `max_cells` cells, at least 8, and at most 1024 along each side; all sides are even,
/// so that the curve makes unit steps.
CellGrid cell_grid(const BoundingBox& box, std::uint64_t max_cells = std::uint64_t{1} << 30);

}
