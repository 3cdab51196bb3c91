#pragma once

#include "pipeline/recipe.h"

#include <filesystem>

namespace huedrift {

/// A palette file opened in the window, until the user has said what to use it for.
struct PaletteOffer {
    std::filesystem::path path;
    std::vector<Rgb> colors;
};

enum class PaletteUse {
    nearest,  ///< each colour of the result becomes its nearest
    directly, ///< each colour of the picture becomes its nearest
    pins,     ///< its colours stay as they are
};

/// Uses these colours in place of an earlier palette; pins are added to those there are. A palette is used
/// whole: no colours are joined before.
Recipe with_palette(Recipe recipe, const std::vector<Rgb>& colors, PaletteUse use);

}
