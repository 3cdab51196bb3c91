#pragma once

#include "palette/palette_file.h"

#include <string_view>

namespace huedrift {

/// The colours of a palette file, read strictly by its format's description. Throws std::runtime_error naming
/// the first violation.
std::vector<Rgb> read_palette(std::string_view file, PaletteFormat format);

}
