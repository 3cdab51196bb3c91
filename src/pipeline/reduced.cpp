#include "pipeline/reduced.h"

namespace huedrift {

std::string shortage(const Reduced& reduced) {
    const std::size_t count = reduced.palette->colors_found;
    if (count == 0 || count >= reduced.recipe.palette.colors.value_or(0)) return {};
    const PaletteRecipe& palette = reduced.recipe.palette;
    const bool is_set = palette.maps() && palette.selects_colors();
    const bool all = !is_set && count == reduced.picture->colors.size();
    return (all ? "the picture has only " : "the palette has only ") + std::to_string(count) +
           (count == 1 ? " colour" : " colours") + (is_set ? " near those of the picture" : "");
}

}
