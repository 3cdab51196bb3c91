#include "vulkan/stages/cell_grid.h"

#include <algorithm>
#include <bit>

namespace huedrift::gpu {

// Finer cells than this no longer make the leaves of the hierarchy smaller, and 3 x 10 bits sort in 8 passes.
constexpr std::uint32_t max_cells = 1024;

std::uint32_t CellGrid::rank_bits() const {
    const std::uint64_t all = std::uint64_t(cells_l) * std::uint64_t(cells_a) * std::uint64_t(cells_b);
    return static_cast<std::uint32_t>(std::bit_width(all - 1));
}

CellGrid cell_grid(const BoundingBox& box) {
    const auto side = [](std::int32_t low, std::int32_t high) {
        return static_cast<std::uint32_t>(std::int64_t{high} - low);
    };
    const std::uint32_t l = side(box.low.l, box.high.l), a = side(box.low.a, box.high.a),
                        b = side(box.low.b, box.high.b);
    const std::uint32_t cell = std::max({l, a, b}) / max_cells + 1;
    const auto cells = [&](std::uint32_t length) {
        return static_cast<std::int32_t>((length / cell + 2) / 2 * 2);
    };
    return {box.low, cell, cells(l), cells(a), cells(b)};
}

}
