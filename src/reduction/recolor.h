#pragma once

#include "palette/swatch.h"
#include "reduction/reduction.h"

namespace huedrift {

/// The distinct 8-bit colours of a result. Modes may share a colour.
struct ResultColors {
    std::vector<Swatch> colors;          ///< ascending by code
    std::vector<std::uint32_t> of_modes; ///< per mode, an index into colors
};

ResultColors result_colors(const Reduction& reduction);

/// The result with becomes[i] in place of colour i of its result_colors(). Modes that share a colour become
/// one mode at that colour's position.
Reduction recolor(const Reduction& reduction, const ColorSet& colors, const ResultColors& of,
                  std::span<const Rgb> becomes);

}
