#pragma once

#include "image/indexed_image.h"
#include "labels/label_plane.h"
#include "pipeline/labelled.h"

#include <cstdint>
#include <span>
#include <vector>

namespace huedrift {

/// A value of pixels.
struct PixelValue {
    Rgba8 value;
    std::uint64_t pixels = 0; ///< that have it
};

/// The pixels of a result as indices of their values.
struct IndexedPixels {
    LabelPlane plane;
    std::vector<PixelValue> values; ///< some have no pixels, and some may be equal
    bool has_levels = false;        ///< whether levels of alpha changed the values
};

/// Looks up the values of a result's labels and of the alphas of their pixels. Transparent pixels have
/// (0,0,0,0). Without `labelled` the labels are the palette's entries. Throws Error(cancelled).
IndexedPixels index_pixels(const Reduced& reduced, const Labelled* labelled, const Progress& progress = {});
/// The same for pixels indexed by their values.
IndexedPixels index_pixels(const IndexedImage& image);
/// The pixels at the size that they have in files. Throws as enlarged() of labels/grid_cells.h does.
IndexedPixels enlarged(IndexedPixels pixels, int scale, const Progress& progress);
/// Frame `i` of as many that lie below each other.
IndexedPixels frame_of(const IndexedPixels& pixels, std::size_t frames, std::size_t i);

/// "Alpha levels" of docs/definition.md, as the recipe says: joins the values, and dithers the pixels to
/// those that are left where no other step decides their colours. Throws Error(output) for fewer values than
/// kinds of alpha, and Error(cancelled).
void make_levels(IndexedPixels& pixels, const Reduced& reduced, const Progress& progress = {});
/// How values join.
struct ValueJoins {
    std::size_t most;                         ///< values left, 1 to 256
    Transfer transfer = Transfer::srgb;       ///< by which colours have positions
    bool keeps_colors = false;                ///< whether only colours of the values are left
    std::span<const std::uint64_t> weights{}; ///< of each value; empty: its pixels
};
/// Joins the values that pixels have. Returns whether there were more. Throws Error(cancelled).
bool join_values(std::vector<PixelValue>& values, const ValueJoins& joins, const Progress& progress = {});

/// Gives all transparent pixels this value.
void set_hidden(std::vector<PixelValue>& values, Rgba8 value);

/// The distinct values that pixels have, ascending by (R, G, B, A).
std::vector<PixelValue> distinct_values(std::span<const PixelValue> values, const Progress& progress = {});

/// The colours of visible pixels, ascending.
std::vector<Swatch> visible_colors(const IndexedPixels& pixels);

/// The distinct values as swatches, transparency among them.
std::vector<Swatch> entry_swatches(const IndexedPixels& pixels);

Image paint(const IndexedPixels& pixels);
/// Paints the labels at the source's size: each pixel of the source takes the colour of its cell. Throws
/// Error(cancelled).
Image paint_as_source(const Labelled& labelled, const Reduced& reduced, const Progress& progress = {});
/// Paints other values, except where they are transparent, over `image`.
Image paint(const IndexedPixels& pixels, std::span<const Rgba8> values, Image image);

}
