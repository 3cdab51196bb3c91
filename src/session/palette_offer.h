#pragma once

#include "pipeline/recipe.h"

#include <filesystem>

namespace huedrift {

/// A palette file that was given to the window, until the user has said what it is for.
struct PaletteOffer {
    std::filesystem::path path;
    std::vector<Rgb> colors;
};

enum class PaletteUse {
    nearest,  ///< each colour of the result becomes the nearest of it
    directly, ///< each colour of the picture does
    pins,     ///< they stay as they are
};

/// The recipe with these colours for that, in place of an earlier palette; pins join those that are there. A
/// palette is used whole: no colours are joined before.
Recipe with_palette(Recipe recipe, const std::vector<Rgb>& colors, PaletteUse use);

}
