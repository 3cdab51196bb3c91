#pragma once

#include "image/image.h"
#include "pipeline/reduced.h"

namespace huedrift {

/// A palette that is found once, for the colours of many pictures, and has the same indices in all of their
/// files.
struct SharedPalette {
    std::shared_ptr<const Reduced> found;
    std::vector<Swatch> list; ///< as palette files and indices have it, by the recipe's order or by pixels
};

SharedPalette share(std::shared_ptr<const Reduced> found);

/// The entries of a picture of it as an indexed PNG: the whole list, then what "Order" of docs/definition.md
/// puts behind.
std::vector<Rgba8> index_entries(const ImageView& image, const SharedPalette& shared);

}
