#pragma once

#include "base/location.h"
#include "color/rgb.h"

#include <string>
#include <vector>

namespace huedrift {

/// Colours to map to, in their order.
struct PaletteInput {
    std::vector<Rgb> colors{};
    std::vector<std::string> names{}; ///< of each colour, some empty; none: no colour has one
};

/// Reads the colours of a palette file (decode_palette.h), or those of a picture in any readable format where
/// they occur first, row by row, at most max_palette_colors. Throws Error(input).
PaletteInput load_palette(const Location& from);

/// The colours that a word names: a list of codes (color_lists.h), or else the name of a file. Throws
/// Error(usage) for a list in which a code cannot be read, and Error(input).
PaletteInput palette_named(const std::string& word);

}
