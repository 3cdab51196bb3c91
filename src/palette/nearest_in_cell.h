#pragma once

#include "palette/nearest_entry.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace huedrift {

/// Finds the palette entry nearest to each of millions of positions, the first of equally near ones. An
/// octree, built on demand, lists in each cell the entries that may be nearest to a point in it. Where they
/// are many, as in cells near many entries close together, a k-d tree finds the nearest. Not thread-safe.
class NearestInCell {
public:
    /// At least one entry. Throws Error(cancelled).
    explicit NearestInCell(std::span<const Position> entries, const Progress& progress = {});

    /// `l` is in [-2^23, 3 * 2^23], `a` and `b` within +-2^24: Oklab's box and half its size beyond.
    std::uint32_t operator()(const Position& position) {
        std::uint32_t index = 0;
        find_(*this, {&position.l, &position.a, &position.b, 1}, &index);
        return index;
    }
    /// Positions, one array a coordinate.
    struct Positions {
        const std::int32_t *l, *a, *b;
        std::size_t count;
    };
    /// Writes the index for each position.
    void operator()(const Positions& positions, std::uint32_t* indices) { find_(*this, positions, indices); }

    /// Candidates side by side, ascending by index; unused places are infinitely far away. Coordinates are
    /// relative to the middle of the cube around all positions, so floats hold them exactly.
    struct alignas(64) Chunk {
        static constexpr std::size_t size = 8;
        std::array<float, size> l, a, b;
        std::array<std::uint32_t, size> index;
    };
    /// The candidates of a leaf: the number of a chunk if below `several`; `searched` if they are too many to
    /// list; else `several` plus the number of a list of chunks.
    std::uint32_t candidates(std::uint32_t leaf) {
        if (leaves_[leaf] == 0) build(leaf);
        return leaves_[leaf];
    }
    static constexpr std::uint32_t several = std::uint32_t{1} << 31,
                                   searched = std::numeric_limits<std::uint32_t>::max();
    /// Finds the nearest entry without a list.
    std::uint32_t search(const Position& position) const { return entries_[tree_(position)].index; }
    /// The chunks by number; valid until the next candidates().
    const Chunk* chunks() const { return chunks_.data(); }
    std::span<const Chunk> list(std::uint32_t candidates) const {
        const List& list = lists_[candidates - several];
        return {&chunks_[list.chunk], list.count};
    }

    /// The bits of each index in a leaf's number, which holds the indices along l, then a, then b. Larger
    /// palettes have one bit more, as many of their leaves would need several chunks otherwise.
    int levels() const { return levels_; }
    /// The bits of a leaf's side.
    int leaf_bits() const { return 25 - levels_; }
    static constexpr std::array<std::int32_t, 3> origin{-(1 << 23), -(1 << 24), -(1 << 24)};
    static constexpr std::int32_t half_side = 1 << 24; ///< of the cube, whose lowest corner is the origin

private:
    struct Entry {
        Position position;
        std::uint32_t index;
    };
    static constexpr std::uint32_t too_many = std::numeric_limits<std::uint32_t>::max();
    struct Cell {
        std::uint32_t begin = 0, count = 0; ///< its entries; count 0: not built yet; too_many: not listed
        std::uint32_t chunk = 0; ///< the first chunk, if the children list the same entries or this is a leaf
    };
    using Indices = std::array<std::uint32_t, 3>;
    using Find = void (*)(NearestInCell&, const Positions&, std::uint32_t*);

    struct List {
        std::uint32_t chunk, count; ///< the first, and how many there are
    };

    static std::vector<Entry> distinct(std::span<const Position> positions, const Progress& progress);
    static std::vector<Position> positions_of(std::span<const Entry> entries);
    void build(std::uint32_t leaf);
    Cell cell(int level, const Indices& at);
    Cell narrowed(const Cell& parent, int level, const Indices& at);
    std::optional<std::vector<Entry>> candidates(const Cell& parent, const BoundingBox& cube) const;
    std::uint32_t add_chunks(std::span<const Entry> entries);

    Find find_;
    int levels_;
    std::vector<std::vector<Cell>> cells_; ///< 8^level cells a level, without the leaves
    std::vector<Entry> entries_;           ///< of all cells, ascending by index in each; all come first
    NearestEntry tree_;                    ///< of all
    std::vector<Chunk> chunks_;            ///< the first is unused
    std::vector<std::uint32_t> leaves_;    ///< the candidates of each leaf; 0: not built yet
    std::vector<List> lists_;
};

}
