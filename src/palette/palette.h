#pragma once

#include "color/position.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace huedrift {

/// A colour of a palette.
struct PaletteEntry {
    Rgb color;
    Position position;        ///< where joins and the search for the nearest entry see it
    std::uint64_t pixels = 0; ///< that have it
    std::uint32_t colors = 0; ///< distinct source colours that have it
    bool pinned = false;      ///< never joins another

    friend bool operator==(const PaletteEntry&, const PaletteEntry&) = default;
};

/// A palette between the mean shift and the picture. The steps on it ("Steps on the palette" of
/// docs/definition.md) are functions from one palette to the next.
struct Palette {
    Transfer transfer = Transfer::srgb;
    std::vector<PaletteEntry> entries; ///< of distinct colours, ascending by code
    /// Per source colour, the group that it is in: the colours of a group have the same entry. Steps that
    /// join or recolour entries leave the groups alone; one that assigns colours anew makes others.
    std::shared_ptr<const std::vector<std::uint32_t>> group_of;
    std::vector<std::uint32_t> became; ///< per group, the index of its entry
    std::vector<std::string> notes{};  ///< what the steps could not do, as sentences
    bool is_changed = false;           ///< by a step; else the modes of a mean shift lie where they are

    /// The index of the entry that a source colour has.
    std::uint32_t entry_of(std::size_t color) const { return became[(*group_of)[color]]; }
};

/// These colours, without pixels, at their positions.
std::vector<PaletteEntry> entries_of(std::span<const Rgb> colors, Transfer transfer);

/// The palette in which entry i has become others[becomes[i]], with the weights of all that became it.
/// `others` may be in any order and repeat colours, which are then one entry at the position of the first.
Palette replaced(Palette palette, std::span<const PaletteEntry> others,
                 std::span<const std::uint32_t> becomes);

}
