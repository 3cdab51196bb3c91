#pragma once

#include "image/image.h"
#include "pipeline/recipe.h"

#include <array>
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

/// "photo", "poster", "flat", "published" or "pixel-art".
std::string_view name_of(Look look);

/// The recipe of a look. Settings that with_look() keeps have their defaults.
Recipe recipe_of(Look look);
/// Applies another look. Keeps the edits, the colour profile and the order of colours in files.
Recipe with_look(const Recipe& recipe, Look look);
/// The look whose settings the recipe has, if any.
std::optional<Look> look_of(const Recipe& recipe);

/// The looks that suggest_look() chooses from.
inline constexpr std::array suggested_looks{Look::photo, Look::flat};

/// The look that suits a picture: flat if more than half of the horizontal neighbours are equal and there are
/// at most 1/16 as many colours as pixels, else photo. Ignores fully transparent pixels.
Look suggest_look(const ImageView& image);

}
