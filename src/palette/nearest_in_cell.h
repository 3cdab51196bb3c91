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
    std::uint32_t operator()(const Position& position) {
        std::uint32_t index = 0;
        find_(*this, {&position.l, &position.a, &position.b, 1}, &index);
        return index;
    }
    /// Positions, with each coordinate in an array.
    struct Positions {
        const std::int32_t *l, *a, *b;
        std::size_t count;
    };
    /// Writes the index for each.
    void operator()(const Positions& positions, std::uint32_t* indices) { find_(*this, positions, indices); }

    /// Candidates side by side, ascending by index; the first is repeated where there are fewer.
    struct alignas(64) Chunk {
        static constexpr std::size_t size = 8;
        std::array<std::int32_t, size> l, a, b;
        std::array<std::uint32_t, size> index;
    };
    /// Those of a leaf.
    std::span<const Chunk> candidates(std::uint32_t leaf) {
        Cell cell = cells_[levels][leaf];
        if (cell.count == 0) cell = built(leaf);
        return {&chunks_[cell.chunk], (cell.count + Chunk::size - 1) / Chunk::size};
    }

    /// The number of a leaf has its index along l, then a, then b, of so many bits each.
    static constexpr int levels = 6;
    static constexpr int leaf_bits = 25 - levels; ///< of a leaf's side
    static constexpr std::array<std::int32_t, 3> origin{-(1 << 23), -(1 << 24), -(1 << 24)};

private:
    struct Entry {
        Position position;
        std::uint32_t index;
    };
    struct Cell {
        std::uint32_t begin = 0, count = 0; ///< of its entries; count 0: not built yet
        std::uint32_t chunk = 0;            ///< its first, if it is a leaf or its children list the same
    };
    using Indices = std::array<std::uint32_t, 3>;
    using Find = void (*)(NearestInCell&, const Positions&, std::uint32_t*);

    Cell built(std::uint32_t leaf);
    Cell cell(int level, const Indices& at);
    Cell narrowed(const Cell& parent, int level, const Indices& at);
    std::uint32_t add_chunks(std::span<const Entry> entries);

    Find find_;
    std::array<std::vector<Cell>, levels + 1> cells_; ///< 8^level for each level
    std::vector<Entry> entries_;                      ///< of all cells, ascending by index in each
    std::vector<Chunk> chunks_;
};

}
