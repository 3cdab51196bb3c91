#pragma once

#include "dither/dither.h"

#include <cstdint>
#include <span>
#include <vector>

namespace huedrift {

/// A source colour beside a palette.
struct MatchedColor {
    Position position;
    std::uint32_t distance; ///< of the position from that of the nearest entry, in units, rounded down
};

/// The shares of its error that a pixel may receive and pass on, in parts of full_share.
struct ErrorShares {
    std::uint8_t received, passed;
};
inline constexpr std::uint8_t full_share = 128;

/// "Masking" and "Noise" of docs/definition.md: the shares of each visible pixel. Where the picture is smooth
/// they are full; where texture hides the steps of the palette, nothing is received and less passed on.
/// `colors` are those of the picture's ColorSet. Throws Error(cancelled).
std::vector<ErrorShares> mask_by_texture(const DitherSource& source, std::span<const MatchedColor> colors,
                                         const Progress& progress = {});

}
