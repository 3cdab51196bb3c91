#pragma once

#include "base/progress.h"
#include "image/image.h"
#include "reduction/color_set.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace huedrift {

/// The areas of a drawing, which dithering must not fill with dots ("Areas" under "Dithering" of
/// docs/definition.md): 4-connected regions of one colour within crisp borders. Marks their pixels with 1,
/// others with 0; empty if the picture is no drawing. `colors` is the analysis of `image`, whose frames lie
/// below each other. Takes a look at each pixel for a photograph, and up to 25 bytes a pixel for a drawing.
/// Throws Error(cancelled).
std::vector<std::uint8_t> find_flat_areas(const ImageView& image, const ColorSet& colors,
                                          std::size_t frames = 1, const Progress& progress = {});

/// The number of colours of a drawing that have enough inner pixels for an area, a line or a letter, as in
/// "Soft edges" of docs/definition.md; 0 if the picture, of which `colors` is the analysis, is no drawing.
/// Throws Error(cancelled).
std::size_t count_area_colors(const ImageView& image, const ColorSet& colors, const Progress& progress = {});

}
