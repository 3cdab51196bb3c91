#pragma once

#include "base/progress.h"
#include "image/image.h"
#include "palette/palette.h"
#include "reduction/color_set.h"

namespace huedrift {

/// The difference between a result and its source: distances in Oklab (black to white is 1) over all visible
/// pixels.
struct Difference {
    double mean = 0;
    double percentile_95 = 0; ///< the smallest distance that 95 % of the pixels do not exceed
    double maximum = 0;
};

/// The sum of the distances between all visible pixels and what they have become, each in whole units,
/// rounded down.
std::uint64_t total_distance(const ColorSet& colors, const Palette& result);

/// The distances between the 8-bit colours of picture and result. Takes both as sRGB, whatever transfer the
/// analysis used, since the eye sees them as sRGB. `result` must be one for `colors`. All distances are 0
/// without pixels. Throws Error(cancelled).
Difference difference(const ColorSet& colors, const Palette& result, const Progress& progress = {});

/// The same for a result whose pixels depend on their places, as with dithering. `colors` are those of
/// `source`, `palette` those of `result`, which has the same size. Over the pixels visible in both.
Difference difference(const ImageView& source, const ColorSet& colors, const ImageView& result,
                      std::span<const Rgb> palette, const Progress& progress = {});
}
