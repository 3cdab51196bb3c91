#pragma once

#include "image/thumbnail.h"
#include "palette/palette.h"
#include "pipeline/document.h"

namespace huedrift {

/// Pixels of a large picture that stand for all, so that a preview is reduced and shown at once. Immutable.
struct Sample {
    std::shared_ptr<const ShrunkImage> pixels;
    /// Of these pixels; null where that of all pixels is to be reduced: a table has counted its colours.
    std::shared_ptr<const Picture> picture{};
    /// For each colour of all pixels one of the sample's, itself or one near it.
    std::vector<std::uint32_t> stand_ins{};
};

/// At most so many pixels. `is_counted`: the picture's colours are those of its own pixels. Throws
/// Error(cancelled).
Sample take_sample(const Picture& whole, std::size_t max_pixels, bool is_counted, const Progress& progress);

/// A palette of the sample's colours for all colours of its picture.
Palette widened(const Palette& palette, const Sample& sample, const ColorSet& colors);

}
