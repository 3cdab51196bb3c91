#pragma once

#include "palette/palette_file.h"

#include <string_view>

namespace huedrift {

/// The colours of a palette file, read as strictly as its format is described. Throws std::runtime_error
/// naming the first thing that is not as it must be.
std::vector<Rgb> read_palette(std::string_view file, PaletteFormat format);

}
