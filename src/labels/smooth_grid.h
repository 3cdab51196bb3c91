#pragma once

#include "image/image.h"
#include "labels/pixel_grid.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace huedrift {

/// "Smooth enlargement" of docs/definition.md: the grid of a picture that was enlarged by interpolation, as
/// by the triangle, Catmull-Rom or Lanczos, over all its width and height; none if nothing looks like one.
/// Throws Error(cancelled).
std::optional<PixelGrid> smooth_grid(const ImageView& image, std::size_t frames = 1,
                                     const Progress& progress = {});

/// The pixel at the centre of each cell: the one that has its colour in a smooth grid.
Image centres_of(const ImageView& image, const PixelGrid& grid, std::size_t frames = 1);

}
