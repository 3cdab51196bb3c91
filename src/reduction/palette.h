#pragma once

#include "palette/swatch.h"
#include "reduction/color_set.h"
#include "reduction/reduction.h"

#include <vector>

namespace huedrift {

/// The colours of the output picture, each once with the pixels and source colours of all modes that share
/// it: most pixels first, then by code.
std::vector<Swatch> palette(const Reduction& reduction);

/// The colours of the set that became this colour, as indices into the set, those with most pixels first. Of
/// more than `max` every n-th, so that common and rare ones are among them.
std::vector<std::uint32_t> members(const Reduction& reduction, const ColorSet& colors, Rgb color,
                                   std::size_t max);

}
