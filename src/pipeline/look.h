#pragma once

#include "base/enumeration.h"
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
    flat,      ///< areas with clean edges, to cut, print, embroider or trace
    published, ///< what the article's program computes
    pixel_art, ///< enlarged pixel art: one pixel for each cell of its grid
};

/// The purpose of a look, as a sentence without its full stop.
inline constexpr const char* look_help =
    "Start with these settings, which others override: photo keeps details with 32 colours, flat gives areas "
    "clean edges with 16, poster makes large areas of 12, published works like the article's program, "
    "pixel-art turns enlarged pixel art back into pixels";

constexpr std::string_view name_of(Look look) {
    constexpr std::array names{NamedValue{Look::photo, "photo"}, NamedValue{Look::poster, "poster"},
                               NamedValue{Look::flat, "flat"}, NamedValue{Look::published, "published"},
                               NamedValue{Look::pixel_art, "pixel-art"}};
    static_assert(has_row_for_each(names, &NamedValue<Look>::value));
    return names[static_cast<std::size_t>(look)].name;
}

/// The recipe of a look. Settings that with_look() keeps have their defaults.
Recipe recipe_of(Look look);
/// Applies the recipe of another look. Keeps the edits, the colour profile and the order of colours in files.
Recipe with_look(const Recipe& recipe, Recipe look);
/// The look whose settings the recipe has, if any.
std::optional<Look> look_of(const Recipe& recipe);
/// The look that differs from the recipe in the fewest settings, the first of several.
Look nearest_look(const Recipe& recipe);

/// Whether the weighting is a look's own: the recipe has all settings of a look but the radius, the number of
/// colours, and those for the source and for pixels.
bool weighs_as_look(const Recipe& recipe);

/// Whether the visible pixels have at most `most` colours. Throws Error(cancelled).
bool has_few_colors(const ImageView& image, std::size_t most, const Progress& progress = {});

}
