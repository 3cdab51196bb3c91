#pragma once

#include "base/progress.h"
#include "color/position.h"
#include "palette/swatch.h"

#include <cassert>
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
    bool exclusive = false;   ///< pinned, and only the colours that its pin took may have it

    friend bool operator==(const PaletteEntry&, const PaletteEntry&) = default;
};

/// The palette of a picture, from the engine to the files. Each step on it ("Steps on the palette" of
/// docs/definition.md) is a function from one palette to the next.
struct Palette {
    Transfer transfer = Transfer::srgb;
    /// As an engine made them, or, from the first step on, distinct colours, ascending by code.
    std::vector<PaletteEntry> entries{};
    std::vector<std::uint32_t> entry_of{}; ///< for each source colour, the index of its entry
    /// For each source colour the pixels that count in joining by error, settling and snapping; null: all its
    /// pixels. Steps keep it.
    std::shared_ptr<const std::vector<std::uint32_t>> counted{};
    std::vector<std::string> notes{}; ///< sentences on what the steps could not do
    std::size_t colors_found = 0;     ///< distinct colours before the first step; 0: no step yet

    /// The result for a source colour.
    Rgb color_of(std::size_t source) const {
        assert(source < entry_of.size() && entry_of[source] < entries.size());
        return entries[entry_of[source]].color;
    }
};

/// Prepares a palette for steps: one entry for each colour, at the colour's own position, pinned if it is one
/// of `pins`, and exclusive if it is the pin's and one of `exclusive`. Throws Error(cancelled).
Palette start_steps(const Palette& found, std::span<const Rgb> pins, const Progress& progress = {},
                    std::span<const Rgb> exclusive = {});

/// The colours of exclusive entries, ascending.
std::vector<Rgb> exclusive_colors(const Palette& palette);
/// The colour, or where it is one of `exclusive` (ascending) the first of its code XOR 1, 2, ... that is
/// none.
Rgb apart_from(std::span<const Rgb> exclusive, Rgb color);

/// Replaces entry i by others[becomes[i]], which gets the weights of all that it replaces. `others` may be in
/// any order and repeat colours; repeated ones become one entry at the position of the first, pinned if one
/// of them is. Throws Error(cancelled).
Palette replace_entries(const Palette& palette, std::span<const PaletteEntry> others,
                        std::span<const std::uint32_t> becomes, const Progress& progress = {});

/// The positions of colours. Throws Error(cancelled).
std::vector<Position> positions_of(std::span<const Rgb> colors, Transfer transfer,
                                   const Progress& progress = {});

/// The positions of the entries.
std::vector<Position> positions_of(std::span<const PaletteEntry> entries);

/// Entries of these colours at their positions, without pixels.
std::vector<PaletteEntry> entries_of(std::span<const Rgb> colors, Transfer transfer);

/// The pixels of each entry that count, if of each source colour only `counted` do. Throws Error(cancelled).
std::vector<std::uint64_t> counted_pixels(const Palette& palette, std::span<const std::uint32_t> counted,
                                          const Progress& progress);

/// The distinct colours, ascending by code.
std::vector<Rgb> distinct_colors(const Palette& palette);

/// A swatch for each distinct colour, most pixels first, then by code. Throws Error(cancelled).
std::vector<Swatch> swatches_of(const Palette& palette, const Progress& progress = {});

/// The source colours that became `color`, as indices, most pixels first. From more than `max` it takes every
/// n-th, so that both common and rare colours are included. `counts` has the pixels of each source colour.
std::vector<std::uint32_t> members(const Palette& palette, std::span<const std::uint32_t> counts, Rgb color,
                                   std::size_t max);

/// "Snapping" of docs/definition.md: each entry that is no pin becomes the source colour with the most pixels
/// among those that take it, if that colour has at least a quarter of the entry's pixels. `colors` are the
/// source colours, ascending by code, `counts` the pixels of each that count; an entry without any stays.
/// Throws Error(cancelled).
Palette snapped(const Palette& palette, std::span<const Rgb> colors, std::span<const std::uint32_t> counts,
                const Progress& progress = {});

}
