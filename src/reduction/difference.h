#pragma once

#include "reduction/color_set.h"
#include "reduction/reduction.h"

namespace huedrift {

/// How far a result is from its source: distances in Oklab (black to white is 1) over all visible pixels.
struct Difference {
    double mean = 0;
    double percentile_95 = 0; ///< the smallest distance that 95 % of the pixels do not exceed
    double maximum = 0;
};

/// The distances between the 8-bit colours of the picture and of the result, both taken as sRGB whatever
/// transfer the analysis used: what is seen, not what was computed with. `reduction` must be of `colors`.
/// Without pixels all are 0.
Difference difference(const ColorSet& colors, const Reduction& reduction);

}
