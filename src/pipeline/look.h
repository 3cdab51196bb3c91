#pragma once

#include "base/progress.h"
#include "image/image.h"
#include "pipeline/recipe.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace huedrift {

/// Presets of the recipe; single settings override them.
enum class Look {
    photo,     ///< few colours that keep modelling and accents
    poster,    ///< large calm areas in strong colours
    flat,      ///< logos, screenshots and sprites: areas with clean edges
    published, ///< what the article's program computes
    pixel_art, ///< enlarged pixel art: one pixel for each cell of its grid
};

/// The purpose of a look, as a sentence without its full stop.
inline constexpr const char* look_help =
    "Start with these settings, which others override: photo and flat keep details with 32 or 16 colours, "
    "poster makes large areas of 12 colours, published works like the article's program, pixel-art turns "
    "enlarged pixel art back into pixels";

/// "photo", "poster", "flat", "published" or "pixel-art".
std::string_view name_of(Look look);

/// The recipe of a look. Settings that with_look() keeps have their defaults.
Recipe recipe_of(Look look);
/// Applies another look. Keeps the edits, the colour profile and the order of colours in files.
Recipe with_look(const Recipe& recipe, Look look);
/// The look whose settings the recipe has, if any.
std::optional<Look> look_of(const Recipe& recipe);

/// A picture of at most this many colours stays as it is where nothing is asked for. No suiting look leaves
/// more.
inline constexpr std::uint32_t few_colors = 32;

// "Few colours" of docs/definition.md, for a recipe that overrides settings of a look.

/// The most colours that a picture may have if they are to stay. None: the recipe has no number of colours.
std::optional<std::uint32_t> colors_to_keep(const Recipe& recipe, const Recipe& look);
/// The recipe for a picture of no more colours. Nothing drifts, and what makes fewer colours is left out
/// where it is the look's.
Recipe keeping_colors(const Recipe& recipe, const Recipe& look);
/// Whether a recipe finds its palette as a look does, with whatever number of colours.
bool finds_palette_as(const Recipe& recipe, const Recipe& look);
/// The recipe for a picture of so many colours: one that keeps them where they are few and the recipe finds
/// its palette as a look does. The number of colours, its error, the edits, what happens to the source and
/// the steps on pixels may be others.
Recipe for_picture(const Recipe& recipe, std::size_t colors);

/// The look that suits a picture. It has few_colors at most where the look itself has no number.
struct SuitingLook {
    Look look = Look::photo;
    bool keeps_colors = false; ///< the picture has few_colors at most, so they stay

    friend bool operator==(const SuitingLook&, const SuitingLook&) = default;
};

Recipe recipe_of(const SuitingLook& suiting);
/// As with_look() of a look.
Recipe with_look(const Recipe& recipe, const SuitingLook& suiting);

/// The look that suits a picture which is not enlarged pixel art (Pipeline::suggest_look() knows): flat if
/// more than half of the horizontal neighbours are equal, there are at most 1/16 as many colours as pixels,
/// and the pixels beside a background of one colour, if there is one, are nearly as flat or have few colours;
/// else photo. Ignores fully transparent pixels. Throws Error(cancelled).
SuitingLook suggest_look(const ImageView& image, const Progress& progress = {});

}
