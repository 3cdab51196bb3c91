#pragma once

#include "image/image.h"
#include "palette/swatch.h"
#include "pipeline/recipe.h"

#include <span>
#include <vector>

namespace huedrift {

// "Order" of docs/definition.md: which index a colour has in files.

/// The colours of a result as palette files list them. Throws Error(output) where the place of transparent
/// pixels is beyond their end.
std::vector<Swatch> listed(std::vector<Swatch> swatches, const Recipe& recipe);

/// The entries of an indexed picture whose colours are `list`, so that they have the same indices; none where
/// the recipe leaves them to the encoder.
std::vector<Rgba8> index_entries(const ImageView& image, std::span<const Swatch> list, const Recipe& recipe);

}
