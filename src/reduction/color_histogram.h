#pragma once

#include "image/picture_filter.h"
#include "palette/swatch.h"
#include "reduction/color_table.h"

#include <span>

namespace huedrift {

/// The luminance_histogram() of a picture (image/picture_filter.h), from its colours alone.
LuminanceHistogram luminance_histogram(const ColorSet& colors);
LuminanceHistogram luminance_histogram(const ColorTable& table);
LuminanceHistogram luminance_histogram(std::span<const Swatch> palette);

}
