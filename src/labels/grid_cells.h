#pragma once

#include "image/image.h"
#include "labels/label_plane.h"
#include "labels/pixel_grid.h"

#include <span>

namespace huedrift {

/// A picture with one pixel for each cell of a grid.
struct GridCells {
    LabelPlane plane;
    std::vector<std::uint8_t> alpha; ///< of each pixel in `plane`
};

/// The cells of "Pixel grid" in docs/definition.md. The frames of an animation, which lie below each other,
/// have the same grid. `source` is the picture from which `plane` was made. Throws Error(cancelled).
GridCells take_cells(const LabelPlane& plane, const PixelGrid& grid, const ImageView& source,
                     std::size_t frames = 1, const Progress& progress = {});

/// Where the pixels of the source find theirs in a picture of the grid's cells: those beyond the cells in the
/// nearest cell.
class CellPlaces {
public:
    /// `width` and `height` are the source's.
    CellPlaces(const PixelGrid& grid, int width, int height, std::size_t frames = 1);

    std::size_t operator()(std::size_t x, std::size_t y) const {
        return (y / rows_.size() * down_ + rows_[y % rows_.size()]) * across_ + columns_[x];
    }

private:
    std::size_t across_, down_;               ///< cells of a frame
    std::vector<std::size_t> columns_, rows_; ///< the cell of each pixel along a side of a frame
};

/// Paints a picture of the source's size from a picture of the grid's cells. Throws Error(cancelled).
Image spread(const ImageView& cells, const PixelGrid& grid, int width, int height, std::size_t frames = 1,
             const Progress& progress = {});

/// Makes each cell a square of `scale` x `scale` pixels. Throws Error(output) for more than
/// LabelPlane::max_size pixels, and Error(cancelled).
LabelPlane enlarged(const LabelPlane& cells, int scale, const Progress& progress = {});

/// Counts inner pixels whose label is not the most frequent among the inner pixels of their cell. `columns`
/// and `rows` are the borders of the cells. Transparency counts as a label. All pixels of a cell three pixels
/// wide are inner. The frames of an animation, which lie below each other, have the same cells.
std::uint64_t mixed_pixels(const LabelPlane& plane, std::span<const int> columns, std::span<const int> rows,
                           std::size_t frames = 1);

}
