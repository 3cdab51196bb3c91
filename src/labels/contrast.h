#pragma once

#include "base/parallel.h"
#include "base/progress.h"
#include "image/image.h"
#include "reduction/color_set.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace huedrift {

/// A row of a picture with the contrasts in the square of 5 x 5 pixels around each of its pixels ("Weights"
/// of docs/definition.md).
struct ContrastRow {
    static constexpr std::uint32_t transparent = 0xffffffff;

    std::size_t first;                       ///< the number of its first pixel in the picture
    std::span<const std::uint32_t> colors;   ///< of each pixel, an index into the ColorSet, or transparent
    std::span<const std::int32_t> contrasts; ///< their sum over the square, in units, at most 25 * 2^24
    std::span<const std::int32_t> pixels;    ///< the visible pixels of the square
};

/// Calls `found` for each row of a picture, concurrently and in no order. `colors` is the analysis of
/// `image`; the squares end at the edges of frames of `frame_height` rows. Throws Error(cancelled).
void scan_contrasts(const ImageView& image, std::size_t frame_height, const ColorSet& colors,
                    const Progress& progress, FunctionRef<const ContrastRow&> found);

/// Rows of a frame, with the frame itself: numbers of rows in the picture.
struct FrameRows {
    std::size_t begin, end; ///< at least one row
    std::size_t top, bottom;
};
/// Calls `found` for these rows on this thread, from top to bottom.
void scan_contrasts(const ImageView& image, const FrameRows& rows, const ColorSet& colors,
                    FunctionRef<const ContrastRow&> found);

/// "Weights" of docs/definition.md: t(c) of each colour of a picture of at most 2^26 visible
/// pixels, of which `colors` is the analysis. `importances` says how often each pixel counts in it; empty:
/// once. Throws Error(cancelled).
std::vector<std::uint32_t> weigh_smooth_areas(const ImageView& image, const ColorSet& colors,
                                              const Progress& progress = {},
                                              std::span<const std::uint8_t> importances = {});

}
