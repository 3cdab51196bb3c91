#pragma once

#include "base/location.h"
#include "color/light.h"
#include "color/oklab.h"
#include "image/image.h"
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
/// The colours of given_palette() that may be used: without reserved ones. Throws Error(input) if none is
/// left.
std::vector<Rgb> target_palette(const Recipe& recipe, const Document& document);

/// The range of the colours of target_palette(), if the recipe fits the picture to it. Throws
/// Error(usage) for more than 256 of them.
std::optional<InkRange> ink_range(const Recipe& recipe, const Document& document);

/// Reads the colours of a palette file (palette_file.h); those of a picture in any readable format: the
/// slots of an indexed one, else where they occur first, row by row, at most max_palette_colors. Throws
/// Error(input).
PaletteInput load_palette(const Location& from);

/// The colours that a word names: a list of codes (setting_words.h), or else the name of a file. Throws
/// Error(usage) for a list in which a code cannot be read, and Error(input).
PaletteInput palette_named(const std::string& word);

}
