#include "vulkan/stages/cell_grid.h"

#include <algorithm>
#include <bit>

namespace huedrift::gpu {

// Finer cells than this no longer make the leaves of the hierarchy smaller, and 3 x 10 bits sort in 8 passes.
constexpr std::uint32_t most_cells = 1024;

std::uint32_t CellGrid::rank_bits() const {
    const std::uint64_t all =
        std::uint64_t(cells.width) * std::uint64_t(cells.height) * std::uint64_t(cells.depth);
    return static_cast<std::uint32_t>(std::bit_width(all - 1));
}

CellGrid cell_grid(const PointBox& box) {
    const auto side = [](std::int32_t least, std::int32_t greatest) {
        return static_cast<std::uint32_t>(std::int64_t{greatest} - least);
    };
    const std::uint32_t l = side(box.least.l, box.greatest.l), a = side(box.least.a, box.greatest.a),
                        b = side(box.least.b, box.greatest.b);
    const std::uint32_t cell = std::max({l, a, b}) / most_cells + 1;
    const auto cells = [&](std::uint32_t length) { return static_cast<int>((length / cell + 2) / 2 * 2); };
    return {box.least, cell, {cells(l), cells(a), cells(b)}};
}

}
