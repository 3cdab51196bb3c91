#pragma once

#include "base/progress.h"
#include "palette/palette.h"
#include "reduction/color_set.h"

#include <cmath>
#include <cstdint>
#include <vector>

namespace huedrift {

/// The difference between a result and its source: distances in Oklab (black to white is 1) over all visible
/// pixels.
struct Difference {
    double mean = 0;
    double percentile_95 = 0; ///< the smallest distance that 95 % of the pixels do not exceed
    double maximum = 0;
};

/// The distance of two positions in Oklab.
inline double distance_in_oklab(const Position& p, const Position& q) {
    return std::sqrt(double(squared_distance(p, q))) / units_per_one;
}

/// A distance that some pixels have.
struct WeighedDistance {
    double distance = 0;
    std::uint64_t pixels = 0; ///< at least 1
};

/// The difference that pixels at these distances make; all 0 without any. Throws Error(cancelled).
Difference difference(std::vector<WeighedDistance> distances, const Progress& progress = {});

/// The sum of the distances between all visible pixels and what they have become, each in whole units,
/// rounded down.
std::uint64_t total_distance(const ColorSet& colors, const Palette& result);

/// The distances between the 8-bit colours of picture and result. Takes both as sRGB, whatever transfer the
/// analysis used, since the eye sees them as sRGB. `result` must be one for `colors`. All distances are 0
/// without pixels. Throws Error(cancelled).
Difference difference(const ColorSet& colors, const Palette& result, const Progress& progress = {});

}
