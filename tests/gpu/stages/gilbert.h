#pragma once

#include <cstdint>
#include <vector>

namespace huedrift {

/// A box of cells, each side at least 1, at most 2^32 cells in all.
struct CellBox {
    int width = 1, height = 1, depth = 1;

    friend constexpr bool operator==(const CellBox&, const CellBox&) = default;
};

struct Cell {
    int x = 0, y = 0, z = 0;

    friend constexpr bool operator==(const Cell&, const Cell&) = default;
};

/// A cell's place in tables over a box: x fastest, z slowest.
constexpr std::size_t cell_index(const CellBox& box, const Cell& cell) {
    return (std::size_t(cell.z) * std::size_t(box.height) + std::size_t(cell.y)) * std::size_t(box.width) +
           std::size_t(cell.x);
}

/// Every cell of the box once, in the order of a generalised Hilbert curve (J. Červený, "gilbert", 2018),
/// which unlike Hilbert's own needs no powers of two. Neighbours on the curve are neighbours in the box
/// wherever all sides are even; odd sides cost some diagonal steps.
std::vector<Cell> gilbert_order(const CellBox& box);

/// The inverse: for each cell_index() the cell's place on the curve.
std::vector<std::uint32_t> gilbert_ranks(const CellBox& box);

}
