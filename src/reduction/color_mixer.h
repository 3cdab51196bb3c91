#pragma once

#include "base/progress.h"
#include "color/position.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace huedrift {

/// The number of labels in a colour's mixture ("Dithering" of docs/definition.md).
inline constexpr std::size_t mixture_size = 64;

/// The palette and parameters of ordered dithering.
struct MixedPalette {
    std::span<const Position> entries; ///< at least one
    Position error_bound;              ///< the clamp of errors: +- this in each coordinate
    std::int64_t strength;             ///< of the error, in parts of 2^16, 0 to 2^16
};

/// Mixes colours outside the CPU, with the same result as dither_ordered() (labels/dither.h).
class ColorMixer {
public:
    virtual ~ColorMixer() = default;
    ColorMixer() = default;
    ColorMixer(const ColorMixer&) = delete;
    ColorMixer& operator=(const ColorMixer&) = delete;

    /// Writes the mixture of each colour to `to`, dark labels first, each label in `label_bytes` (1, 2 or 4).
    /// Returns false if the CPU must do it instead. Throws Error(cancelled).
    virtual bool mix(std::span<const Position> colors, const MixedPalette& palette, std::size_t label_bytes,
                     std::span<std::byte> to, const Progress& progress) = 0;
};

}
