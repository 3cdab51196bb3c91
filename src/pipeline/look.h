#pragma once

#include "image/image.h"
#include "pipeline/recipe.h"

#include <optional>
#include <string_view>

namespace huedrift {

/// Presets of the recipe, which single settings override.
enum class Look {
    photo,     ///< few colours that keep modelling and accents
    poster,    ///< large calm areas in strong colours
    flat,      ///< logos, screenshots and sprites: areas with clean edges
    published, ///< as the program of the article computes
};

/// "photo", "poster", "flat" or "published".
std::string_view name_of(Look look);

/// The whole of a look; what with_look() keeps is at its defaults.
Recipe recipe_of(Look look);
/// The recipe with another look. It keeps its edits, its colour profile and the order of colours in files.
Recipe with_look(const Recipe& recipe, Look look);
/// The look that a recipe has; none: its own settings.
std::optional<Look> look_of(const Recipe& recipe);

/// The look that suits a picture: flat where more than half of the horizontal neighbours are equal and there
/// are at most 1/16 as many colours as pixels, else photo. Fully transparent pixels do not count.
Look suggest_look(const ImageView& image);

}
