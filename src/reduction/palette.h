#pragma once

#include "palette/palette_file.h"
#include "reduction/color_set.h"
#include "reduction/reduction.h"

#include <vector>

namespace huedrift {

/// The colours of the output picture, each once with the pixels and source colours of all modes that share
/// it: most pixels first, then by code.
std::vector<Swatch> palette(const Reduction& reduction);

enum class SwatchOrder {
    pixels,    ///< most first
    lightness, ///< Oklab's, dark first
    hue,       ///< Oklab's, from red on; greys, which have none, first and by lightness
};

/// Puts swatches into an order; equal ones stay as palette() has them.
void sort_swatches(std::vector<Swatch>& swatches, SwatchOrder order);

/// The colours of the set that became this colour, at most `most` of them: every n-th of those with most
/// pixels first, so that all kinds are there. Indices into the set.
std::vector<std::uint32_t> members(const Reduction& reduction, const ColorSet& colors, Rgb color,
                                   std::size_t most);

}
