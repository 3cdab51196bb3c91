#pragma once

#include "base/location.h"
#include "color/rgb.h"

#include <vector>

namespace huedrift {

/// The colours of a palette file (decode_palette.h), or in ascending order those of a picture of any format
/// that is read, at most max_palette_colors. Throws Error(input).
std::vector<Rgb> load_palette(const Location& from);

}
