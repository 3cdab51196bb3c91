#include "pipeline/shared_palette.h"

#include "base/error.h"
#include "pipeline/labelled.h"
#include "pipeline/palette_list.h"

namespace huedrift {
namespace {

/// Sets an order by colours alone, because the encoder's own depends on the alphas of each picture.
Recipe ordered(Recipe recipe) {
    if (!recipe.order()) recipe.output.order = SwatchOrder::pixels;
    return recipe;
}

}

SharedPalette share_palette(std::shared_ptr<const Reduced> found) {
    if (found->recipe.source.alpha.kind == AlphaMode::Kind::levels)
        throw Error(ErrorKind::usage, "pictures that share a palette cannot have levels of alpha, which join "
                                      "the colours of each picture by itself");
    std::vector<Swatch> list = listed(label_colors(*found), ordered(found->recipe), arranged(*found));
    return {std::move(found), std::move(list)};
}

std::vector<Rgba8> index_entries(const ImageView& image, const SharedPalette& shared) {
    return index_entries(image, shared.list, ordered(shared.found->recipe));
}

}
