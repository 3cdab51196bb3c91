#pragma once

#include "dither/dither.h"

#include <cstdint>
#include <span>
#include <vector>

namespace huedrift {

/// A source colour beside a palette.
struct MatchedColor {
    Position position;
    std::uint32_t nearest;  ///< the entry nearest to it
    std::uint32_t distance; ///< of that entry, in units, rounded down
};

/// The share of its error that a pixel may receive is in parts of this.
inline constexpr std::uint8_t full_share = 128;

/// "Masking" of docs/definition.md: for each pixel the share of its error that it may receive, all where the
/// picture is smooth and none where texture hides the steps of the palette; 0 for transparent pixels.
/// `colors` are those of the picture's ColorSet. Throws Error(cancelled).
std::vector<std::uint8_t> mask_by_texture(const DitherSource& source, std::span<const MatchedColor> colors,
                                          const Progress& progress = {});

}
