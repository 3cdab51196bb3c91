#pragma once

#include "color/grid_cell.h"
#include "color/position.h"

#include <cstdint>
#include <span>
#include <vector>

namespace huedrift {

/// The entries of a palette found so far, in order; finds the one that takes a mode.
class PaletteEntries {
public:
    static constexpr std::uint32_t none = 0xffffffff;

    /// `squared_distance` is D2 of docs/definition.md, at least 0.
    explicit PaletteEntries(std::int64_t squared_distance);

    /// The earliest entry within the distance of `mode`, or none.
    std::uint32_t taker_of(const Position& mode) const;
    void add(const Position& mode);

    std::span<const Position> positions() const { return positions_; }

private:
    std::size_t bucket(const GridCell& cell) const { return GridCell::Hash()(cell) & (buckets_.size() - 1); }
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
    std::vector<std::uint32_t> after_; ///< per entry, the next of its bucket
};

/// Which modes became palette entries and which entry each mode belongs to.
struct MergedModes {
    std::vector<std::uint32_t> entries;  ///< modes, densest first
    std::vector<std::uint32_t> entry_of; ///< per mode, an index into entries
};

/// "Merge" of docs/definition.md. `mode_of` and `densities` are per colour, colours in ascending order; every
/// mode must have a colour. All colours of a mode join the same entry, so the order of the modes' densest
/// colours is enough: O(colours + modes).
MergedModes merge_modes(std::span<const Position> modes, std::span<const std::uint32_t> mode_of,
                        std::span<const std::uint64_t> densities, std::int64_t squared_distance);

}
