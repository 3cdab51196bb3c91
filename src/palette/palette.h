#pragma once

#include "base/progress.h"
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
    Position position;        ///< the place for joining and for finding the nearest entry
    std::uint64_t pixels = 0; ///< pixels with this colour
    std::uint32_t colors = 0; ///< distinct source colours with it
    bool pinned = false;      ///< never joins another

    friend bool operator==(const PaletteEntry&, const PaletteEntry&) = default;
};

/// A palette between the mean shift and the picture. Each step on it ("Steps on the palette" of
/// docs/definition.md) is a function from one palette to the next.
struct Palette {
    Transfer transfer = Transfer::srgb;
    std::vector<PaletteEntry> entries; ///< distinct colours, ascending by code
    /// The group of each source colour; the colours of a group share an entry. Steps that join or recolour
    /// entries keep the groups; a step that assigns colours anew makes new ones. Null: each colour is a
    /// group.
    std::shared_ptr<const std::vector<std::uint32_t>> group_of;
    std::vector<std::uint32_t> became; ///< for each group, the index of its entry
    /// For each source colour the pixels that count in joining by error, settling and snapping; null: all its
    /// pixels. Steps keep it.
    std::shared_ptr<const std::vector<std::uint32_t>> counted{};
    std::vector<std::string> notes{}; ///< sentences on what the steps could not do
    bool is_changed = false;          ///< by a step; false: the entries are the modes of a mean shift

    /// The index of a source colour's entry.
    std::uint32_t entry_of(std::size_t color) const { return became[group_of ? (*group_of)[color] : color]; }
};

/// The pixels of each entry that count, if of each source colour only `counted` do. Throws Error(cancelled).
std::vector<std::uint64_t> counted_pixels(const Palette& palette, std::span<const std::uint32_t> counted,
                                          const Progress& progress);

/// Entries of these colours at their positions, without pixels.
std::vector<PaletteEntry> entries_of(std::span<const Rgb> colors, Transfer transfer);

/// Replaces entry i by others[becomes[i]], which gets the weights of all that it replaces. `others` may be in
/// any order and repeat colours; repeated ones become one entry at the position of the first. Throws
/// Error(cancelled).
Palette replaced(const Palette& palette, std::span<const PaletteEntry> others,
                 std::span<const std::uint32_t> becomes, const Progress& progress = {});

}
