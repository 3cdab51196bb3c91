#pragma once

#include "base/progress.h"
#include "image/image.h"
#include "pipeline/recipe.h"

#include <array>
#include <cstddef>
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

constexpr std::string_view name_of(Look look) {
    constexpr std::array<std::string_view, 5> names{"photo", "poster", "flat", "published", "pixel-art"};
    static_assert(names.size() == static_cast<std::size_t>(Look::pixel_art) + 1);
    return names[static_cast<std::size_t>(look)];
}

/// The recipe of a look. Settings that with_look() keeps have their defaults.
Recipe recipe_of(Look look);
/// Applies the recipe of another look. Keeps the edits, the colour profile and the order of colours in files.
Recipe with_look(const Recipe& recipe, Recipe look);
/// The look whose settings the recipe has, if any.
std::optional<Look> look_of(const Recipe& recipe);
/// The look that differs from the recipe in the fewest settings, the first of several.
Look nearest_look(const Recipe& recipe);

/// The look that suits a picture which is not enlarged pixel art (Pipeline::suggest_look() knows): flat if
/// more than half of the horizontal neighbours are equal, there are at most 1/16 as many colours as pixels,
/// and the pixels beside a background of one colour, if there is one, are nearly as flat or have few colours;
/// else photo. Ignores fully transparent pixels. Throws Error(cancelled).
Look suggest_look(const ImageView& image, const Progress& progress = {});

/// Whether the visible pixels have at most `most` colours. Throws Error(cancelled).
bool has_few_colors(const ImageView& image, std::size_t most, const Progress& progress = {});

}
