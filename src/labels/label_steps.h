#pragma once

#include "labels/dither.h"

namespace huedrift {

inline constexpr int max_defringe = 3;

/// The steps on the labels of a result.
struct LabelSteps {
    int defringe = 0;             ///< width of fringes in pixels, up to max_defringe; 0: off
    std::uint32_t min_region = 0; ///< pixels of the smallest region that stays; 0 and 1: off
    Dither dither = Dither::off;  ///< excludes the other steps
    double strength = 1;          ///< of dithering, 0 to 1

    bool any() const { return cleans() || dither != Dither::off; }
    bool cleans() const { return defringe != 0 || min_region > 1; }
    friend bool operator==(const LabelSteps&, const LabelSteps&) = default;
};

}
