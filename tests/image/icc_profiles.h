#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace huedrift {

// ICC profiles written by LCMS.

/// The colours of BT.709 or Display P3, with sRGB's curve or that of a gamma.
std::string rgb_profile(bool display_p3, double gamma = 0);
/// The profile of sRGB with another power in its curve instead of 2.4.
std::string srgb_profile(double power);
std::string grey_profile(double gamma);
/// A profile of inks, each of which takes away a quarter of the lightness and nothing else.
std::string cmyk_profile();

}
