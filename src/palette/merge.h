#pragma once

#include "base/progress.h"
#include "color/position.h"

#include <cstdint>
#include <span>
#include <vector>

namespace huedrift {

/// The entries of a palette found so far, in order.
class PaletteEntries {
public:
    static constexpr std::uint32_t none = 0xffffffff;

    /// `squared_distance` is D2 of docs/definition.md, at least 0.
    explicit PaletteEntries(std::int64_t squared_distance);

    /// "Merge" of docs/definition.md: each mode, highest first, joins the earliest entry within the distance
    /// or becomes the next entry. Returns the entry of each mode. The modes must be distinct and ascending.
    /// Throws Error(cancelled).
    std::vector<std::uint32_t> merge(std::span<const Position> modes, std::span<const Height> heights,
                                     const Progress& progress = {});

    std::span<const Position> positions() const { return positions_; }

private:
    /// `cell` has the indices of a cell along the axes.
    std::size_t bucket(const Position& cell) const { return hash_of(cell) >> 16 & (buckets_.size() - 1); }
    /// The first entry from `first` on that is within the distance; none: there is no such entry.
    std::uint32_t taker_of(const Position& mode, std::uint32_t first) const;
    void add(const Position& mode);
    void link(std::uint32_t entry);

    std::int64_t limit_;
    std::int32_t reach_; ///< the distance rounded up
    int cell_bits_;      ///< cells are cubes of 2^cell_bits_ units, at least twice the reach
    std::vector<Position> positions_;
    /// The first and the last entry of a bucket of the hash table.
    struct Bucket {
        std::uint32_t first = none, last = none;
    };
    std::vector<Bucket> buckets_;
    /// An entry, and the next one in its bucket: both in one cache line.
    struct Link {
        Position position;
        std::uint32_t after;
    };
    std::vector<Link> links_; ///< by entry
};

}
