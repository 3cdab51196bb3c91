#pragma once

#include "base/location.h"
#include "color/rgb.h"

#include <vector>

namespace huedrift {

/// Reads the colours of a palette file (decode_palette.h), or those of a picture in any readable format in
/// ascending order, at most max_palette_colors. Throws Error(input).
std::vector<Rgb> load_palette(const Location& from);

}
