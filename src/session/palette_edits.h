#pragma once

#include "pipeline/palette_input.h"
#include "pipeline/recipe.h"
#include "session/result.h"

#include <filesystem>

namespace huedrift {

// Edits of a result's colours as changes to its recipe. Edits name a source colour, so that they survive a
// change of radius: the one with most pixels among those that became the result's colour, the smallest of
// equals.

/// The source colour that names `color` in edits; none if the result does not have it.
std::optional<Rgb> source_of(const Result& result, Rgb color);
/// The source colours for several colours, by one pass over those of the picture.
std::vector<std::optional<Rgb>> sources_of(const Result& result, std::span<const Rgb> colors);

/// The colours of the result that edits of its recipe made, ascending, each once.
std::vector<Rgb> edited_in(const Result& result);

/// Joins all of these colours of the result with `into`, which may be among them.
Recipe joined(Recipe recipe, const Result& result, std::span<const Rgb> colors, Rgb into);
inline Recipe joined(Recipe recipe, const Result& result, Rgb color, Rgb into) {
    return joined(std::move(recipe), result, {&color, 1}, into);
}
/// Removes the edits that made these colours of the result.
Recipe unedited(Recipe recipe, const Result& result, std::span<const Rgb> colors);
inline Recipe unedited(Recipe recipe, const Result& result, Rgb color) {
    return unedited(std::move(recipe), result, {&color, 1});
}

/// Moves the colour at `from` of `list`, the result's colours in the order of its files, in front of the one
/// at `to`, or to the end. Colours behind both keep the requested order.
Recipe moved(Recipe recipe, const Result& result, std::span<const Swatch> list, std::size_t from,
             std::size_t to);

/// Pins these colours, or unpins them.
Recipe pinned(Recipe recipe, std::span<const Rgb> colors);
Recipe unpinned(Recipe recipe, std::span<const Rgb> colors);
inline Recipe pinned(Recipe recipe, Rgb color) { return pinned(std::move(recipe), {&color, 1}); }
inline Recipe unpinned(Recipe recipe, Rgb color) { return unpinned(std::move(recipe), {&color, 1}); }
/// The pinned colours, ascending.
std::vector<Rgb> pins_in(const Recipe& recipe);

/// A palette file opened in the window, until the user has said what to use it for.
struct PaletteOffer {
    std::filesystem::path path;
    PaletteInput palette;
};

enum class PaletteUse {
    directly, ///< each colour of the picture becomes its nearest
    nearest,  ///< each colour of the result becomes its nearest
    pins,     ///< its colours stay as they are
    output,   ///< files have its colours in place of those of the palette in use, which has as many
};

enum class MaskUse {
    picture,    ///< it is opened
    importance, ///< its white pixels count most
    dithering,  ///< its white pixels may be dithered
};

/// A grey picture of the open one's size, until the user has chosen its use.
struct MaskOffer {
    std::filesystem::path path;
    std::shared_ptr<const Mask> mask;
    MaskUse likely; ///< by how it was opened
};

/// Uses a mask; that of dithering also turns dithering on.
Recipe with_mask(Recipe recipe, const MaskId& mask, MaskUse use);

/// Uses these colours in place of an earlier palette; pins are added to those there are. A palette is used
/// whole: no colours are joined before. A new one has no other colours in files.
Recipe with_palette(Recipe recipe, const PaletteInput& palette, PaletteUse use);
/// Maps the picture directly to the palette of its own file.
Recipe with_own_palette(Recipe recipe);

}
