#pragma once

#include "color/rgb.h"

#include <string_view>
#include <vector>

namespace huedrift {

// Binary palette files; decode_palette() chooses between them. All throw Error(input) without the file's name
// in the message. Colours in other spaces are converted to sRGB: CMYK without a profile, Lab with white point
// D50.

/// Microsoft's RIFF palette: "RIFF", "PAL ", and a "data" block of r, g, b, flags. Little endian.
std::vector<Rgb> decode_riff(std::string_view file);
/// Adobe Color Table: 256 triples, optionally followed by how many of them are used.
std::vector<Rgb> decode_act(std::string_view file);
/// Adobe Color Swatches, version 1, version 2 or both in one file.
std::vector<Rgb> decode_aco(std::string_view file);
/// Adobe Swatch Exchange; groups are ignored.
std::vector<Rgb> decode_ase(std::string_view file);

}
