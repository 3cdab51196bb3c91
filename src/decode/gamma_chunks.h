#pragma once

#include "image/color_profile.h"

#include <string>

namespace huedrift {

// The colour space that a PNG file's gAMA and cHRM chunks describe (PNG specification, third edition,
// 11.3.2.1 and 11.3.2.2).

/// A gamma or primaries without the other have those of sRGB.
bool has_gamma_chunks(const PngColors& colors);

/// Whether the chunks say that the colours are sRGB: by the sRGB chunk, or by the gamma and primaries that
/// the specification asks writers of it to add.
bool say_srgb(const PngColors& colors);

/// Why gamma and primaries cannot be applied, such as "the gamma is 0"; empty if they can.
std::string fault_of_gamma(const PngColors& colors);

/// "gamma 1.8 and primaries (gAMA, cHRM)".
std::string gamma_name(const PngColors& colors);

}
