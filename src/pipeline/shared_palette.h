#pragma once

#include "image/image.h"
#include "pipeline/reduced.h"

namespace huedrift {

/// A palette found once for the colours of many pictures, with the same indices in all their files.
struct SharedPalette {
    std::shared_ptr<const Reduced> found;
    std::vector<Swatch> list; ///< in the order of palette files and indices: the recipe's, else by pixels
};

/// Throws Error(usage) for levels of alpha.
SharedPalette share_palette(std::shared_ptr<const Reduced> found);

/// The entries of an indexed PNG: the whole list, then the colours that "Order" of docs/definition.md
/// appends.
std::vector<Rgba8> index_entries(const ImageView& image, const SharedPalette& shared);

}
