#pragma once

#include "image/image.h"
#include "labels/label_plane.h"
#include "labels/pixel_grid.h"

namespace huedrift {

/// A picture with one pixel for each cell of a grid.
struct GridCells {
    LabelPlane plane;
    std::vector<std::uint8_t> alpha; ///< of each cell
};

/// The cells of "Pixel grid" in docs/definition.md. The frames of an animation, which lie below each other,
/// have the same grid. `source` is the picture of the plane.
GridCells take_cells(const LabelPlane& plane, const PixelGrid& grid, const ImageView& source,
                     std::size_t frames = 1);

/// The picture of a grid's cells, enlarged or not, as large as the source. Pixels beyond the cells have the
/// colour of the nearest.
Image spread(const ImageView& cells, const PixelGrid& grid, int width, int height, std::size_t frames = 1);

/// Each pixel `scale` times as wide and high.
GridCells enlarged(const GridCells& cells, int scale);

}
