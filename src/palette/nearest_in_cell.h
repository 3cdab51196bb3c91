#pragma once

#include "color/position.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace huedrift {

/// Finds the palette entry nearest to a position, the first of several, for millions of positions: an octree
/// whose cells list the entries that may be nearest to a point in them, built on demand. Not thread-safe.
class NearestInCell {
public:
    /// At least one entry.
    explicit NearestInCell(std::span<const Position> entries);

    /// l in [-2^23, 3 * 2^23], a and b within +-2^24: Oklab's box and half its size beyond.
    std::uint32_t operator()(const Position& position);

private:
    static constexpr int levels = 6, leaf_bits = 25 - levels;
    struct Entry {
        Position position;
        std::uint32_t index;
    };
    struct Cell {
        std::uint32_t begin = 0, count = 0; ///< count 0: not built yet
    };
    using Indices = std::array<std::uint32_t, 3>;

    Cell cell(int level, const Indices& at);
    Cell narrowed(Cell parent, int level, const Indices& at);

    std::array<std::vector<Cell>, levels + 1> cells_; ///< 8^level for each level
    std::vector<Entry> candidates_;                   ///< of all cells, ascending by index in each
};

}
