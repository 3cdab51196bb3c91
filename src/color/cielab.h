#pragma once

#include "color/rgb.h"

#include <array>

namespace huedrift {

/// CIE 1976 L*a*b* with white point D65.
struct CieLab {
    double l, a, b; ///< l in [0, 100]
};

/// The CIELAB of sRGB colours.
class CieLabTable {
public:
    CieLabTable();
    CieLab operator()(Rgb color) const;

private:
    std::array<double, 256> linear_;
};

/// The sRGB colour of CIELAB with white point D50, l in [0, 100], as in CSS, Adobe's files and ICC profiles;
/// channels outside [0, 1] are clipped. Bruce Lindbloom's matrix with Bradford adaptation.
Rgb rgb_from_lab(double l, double a, double b);

/// The colour difference of ISO/CIE 11664-6, with all of its weights 1, as in G. Sharma, W. Wu and E. N.
/// Dalal, "The CIEDE2000 color-difference formula" (2005). A difference of about 1 is just noticeable.
double ciede2000(const CieLab& x, const CieLab& y);

}
