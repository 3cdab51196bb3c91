#pragma once

#include "base/location.h"
#include "color/light.h"
#include "color/oklab.h"
#include "image/image.h"
#include "palette/levels.h"
#include "pipeline/document.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace huedrift {

/// Colours to map to, in their order.
struct PaletteInput {
    std::vector<Rgb> colors{};
    std::vector<std::string> names{};           ///< of each colour, some empty; none: no colour has one
    std::optional<std::uint32_t> transparent{}; ///< the index of transparent pixels, which is not a colour
};

/// The colours of a picture's own palette. Its first transparent slot is the index of transparent pixels;
/// later ones repeat a colour, so that the slots behind them keep their indices.
PaletteInput palette_of(std::span<const Rgba8> slots);

/// The palette that a recipe names for this document, at its levels; empty without one. Throws Error(input)
/// for the palette of a file that has none.
std::vector<Rgb> given_palette(const Recipe& recipe, const Document& document);

/// The colours to which a recipe maps those of a document: all that the steps know of them.
struct TargetSet {
    std::vector<Rgb> given{}; ///< without reserved ones, before levels; empty: no palette is given
    Levels levels = Levels::off;
    bool fits_range = false;

    bool is_given() const { return !given.empty(); }
    /// The given colours at the levels, else the grid of the levels; empty: the result has any colour.
    std::vector<Rgb> colors(Transfer transfer) const;
    /// The range of the colours, if the picture is fitted to it. Throws Error(usage) for more than 256 of
    /// them.
    std::optional<InkRange> range(Transfer transfer) const;

    friend bool operator==(const TargetSet&, const TargetSet&) = default;
};

/// Throws Error(input) for the palette of a file that has none, and if every colour is reserved.
TargetSet target_set(const Recipe& recipe, const Document& document);
/// The colours of a given palette that may be used; empty without one. Throws as target_set() does.
std::vector<Rgb> target_palette(const Recipe& recipe, const Document& document);

/// Reads the colours of a palette file (palette_file.h); those of a picture in any readable format: the
/// slots of an indexed one, else where they occur first, row by row, at most max_palette_colors. Throws
/// Error(input).
PaletteInput load_palette(const Location& from);

/// The colours that a word names: a list of codes (setting_words.h), or else the name of a file, or else that
/// of a palette (named_palettes.h). Throws Error(usage) for a list in which a code cannot be read, and
/// Error(input).
PaletteInput palette_named(const std::string& word);

}
