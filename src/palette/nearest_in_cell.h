#pragma once

#include "color/position.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace huedrift {

/// Finds the entry of a palette nearest to a position, of several the first, for millions of positions: an
/// octree of cells with the entries that may be nearest to a point in them, made where positions fall. Not
/// for several threads at once.
class NearestInCell {
public:
    /// One entry at least.
    explicit NearestInCell(std::span<const Position> entries);

    /// l in [-2^23, 3 * 2^23], a and b within +-2^24: half of Oklab's box beyond it.
    std::uint32_t operator()(const Position& position);

private:
    static constexpr int levels = 6, leaf_bits = 25 - levels;
    struct Entry {
        Position position;
        std::uint32_t index;
    };
    struct Cell {
        std::uint32_t begin = 0, count = 0; ///< count 0: not made yet
    };
    using Indices = std::array<std::uint32_t, 3>;

    Cell cell(int level, const Indices& at);
    Cell narrowed(Cell parent, int level, const Indices& at);

    std::array<std::vector<Cell>, levels + 1> cells_; ///< of each level 8^level
    std::vector<Entry> candidates_;                   ///< of all cells, in each ascending by index
};

}
