#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace huedrift {

// ICC profiles as LCMS writes them.

/// The colours of BT.709 or Display P3, with sRGB's curve or that of a gamma.
std::string rgb_profile(bool display_p3, double gamma = 0);
/// That of sRGB, but for the power in its curve, which is 2.4 there.
std::string srgb_profile(double power);
std::string grey_profile(double gamma);
/// Of inks that each take a quarter of the lightness away, and nothing else.
std::string cmyk_profile();

}
