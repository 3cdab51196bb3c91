#pragma once

#include "palette/swatch.h"
#include "reduction/color_set.h"
#include "reduction/reduction.h"

#include <vector>

namespace huedrift {

/// The colours of the output picture, most pixels first, then by code. Modes of the same colour give one
/// swatch, with all of their pixels and source colours.
std::vector<Swatch> palette(const Reduction& reduction);

/// The colours of the set that became `color`, as indices into the set, most pixels first. From more than
/// `max` it takes every n-th, so that both common and rare colours are included.
std::vector<std::uint32_t> members(const Reduction& reduction, const ColorSet& colors, Rgb color,
                                   std::size_t max);

}
