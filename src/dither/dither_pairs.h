#pragma once

#include "base/progress.h"
#include "dither/dither.h"
#include "image/image.h"
#include "labels/label_plane.h"

#include <cstdint>
#include <span>

namespace huedrift {

/// Pixels with alpha, and the colours with alpha to dither them to.
struct PairSource {
    const LabelPlane& plane;               ///< indices of `values`
    std::span<const Rgba8> values;         ///< transparent ones are (0,0,0,0)
    std::span<const Rgba8> entries;        ///< at least one of each opacity that the values have
    Transfer transfer = Transfer::srgb;    ///< by which colours have positions
    Dithering dithering{};                 ///< not off
    std::span<const std::uint8_t> marks{}; ///< 1 where nothing is dithered, per pixel; empty: everywhere
    std::size_t frames = 1;                ///< of an animation, below each other
};

/// "With alpha levels" of docs/definition.md: the entry that each pixel takes. Opaque pixels take opaque
/// entries, and transparent ones stay transparent. Throws Error(cancelled).
LabelPlane dither_pairs(const PairSource& source, const Progress& progress = {});

}
