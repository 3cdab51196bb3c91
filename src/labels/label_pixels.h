#pragma once

#include "base/progress.h"
#include "labels/label_plane.h"
#include "reduction/color_set.h"

namespace huedrift {

/// Gives each visible pixel the label of its colour. `colors` is the analysis of `image`. `label_of` has a
/// label for each colour: an index into a palette of `palette_size`. Throws Error(cancelled).
LabelPlane label_pixels(const ImageView& image, const ColorSet& colors,
                        std::span<const std::uint32_t> label_of, std::size_t palette_size,
                        const Progress& progress = {});

}
