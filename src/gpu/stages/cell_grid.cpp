#include "gpu/stages/cell_grid.h"

#include <algorithm>
#include <bit>

namespace huedrift::gpu {

// Finer cells would not make the leaves of the hierarchy smaller, and 3 x 10 bits sort in 8 passes.
constexpr std::uint32_t max_cells_of_side = 1024;

std::uint32_t CellGrid::rank_bits() const { return static_cast<std::uint32_t>(std::bit_width(cells() - 1)); }

CellGrid cell_grid(const BoundingBox& box, std::uint64_t max_cells) {
    const auto side = [](std::int32_t low, std::int32_t high) {
        return static_cast<std::uint32_t>(std::int64_t{high} - low);
    };
    const std::uint32_t l = side(box.low.l, box.high.l), a = side(box.low.a, box.high.a),
                        b = side(box.low.b, box.high.b);
    for (std::uint32_t cell = std::max({l, a, b}) / max_cells_of_side + 1;; cell += cell / 32 + 1) {
        const auto cells = [&](std::uint32_t length) {
            return static_cast<std::int32_t>((length / cell + 2) / 2 * 2);
        };
        const CellGrid grid{box.low, cell, cells(l), cells(a), cells(b)};
        if (grid.cells() <= max_cells) return grid;
    }
}

}
