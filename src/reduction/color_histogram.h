#pragma once

#include "image/luminance_histogram.h"
#include "palette/swatch.h"
#include "reduction/color_table.h"

#include <span>

namespace huedrift {

/// The luminance_histogram() of a picture (image/luminance_histogram.h), from its colours alone.
LuminanceHistogram luminance_histogram(const ColorSet& colors);
LuminanceHistogram luminance_histogram(std::span<const Swatch> palette);

/// The same for more pixels than one picture has.
struct TableHistogram {
    std::array<std::uint64_t, 256> luma{}, r{}, g{}, b{};
};

TableHistogram table_histogram(const ColorTable& table);

}
