#pragma once

#include "color/grid_cell.h"
#include "color/position.h"

#include <cstdint>
#include <span>
#include <unordered_map>
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
    GridCell cell_of(const Position& position) const;

    std::int64_t limit_;
    int cell_bits_; ///< cells are cubes of 2^cell_bits_ units, no shorter than the distance
    std::vector<Position> positions_;
    std::unordered_map<GridCell, std::vector<std::uint32_t>, GridCell::Hash> cells_;
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
