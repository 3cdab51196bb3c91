#include "session/palette_offer.h"

#include "session/palette_edits.h"

namespace huedrift {

Recipe with_palette(Recipe recipe, const std::vector<Rgb>& colors, PaletteUse use) {
    if (use == PaletteUse::pins) return pinned(std::move(recipe), colors);
    recipe.palette.to = colors;
    // A look's number of colours would keep the result from using the palette whole.
    recipe.palette.set_colors({});
    recipe.palette.directly = use == PaletteUse::directly;
    return recipe;
}

}
