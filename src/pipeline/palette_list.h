#pragma once

#include "image/image.h"
#include "palette/swatch.h"
#include "pipeline/reduced.h"

#include <span>
#include <vector>

namespace huedrift {

// "Order" of docs/definition.md: which index a colour has in files.

/// What the source colours that a result's recipe arranges became in it, each colour once.
std::vector<Rgb> arranged(const Reduced& reduced);

/// The colours of a result in the order of palette files, with `first`, those arranged, before the others.
/// Throws Error(output) if the index of transparent pixels is beyond their end.
std::vector<Swatch> listed(std::vector<Swatch> swatches, const Recipe& recipe,
                           std::span<const Rgb> first = {});

/// How many of these a picture has: a given palette may have more.
std::size_t count_colors(std::span<const Swatch> list);

/// The entries of an indexed picture with the colours of `list` at the same indices; none if the recipe
/// leaves them to the encoder.
std::vector<Rgba8> index_entries(const ImageView& image, std::span<const Swatch> list, const Recipe& recipe);

}
