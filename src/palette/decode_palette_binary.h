#pragma once

#include "color/rgb.h"

#include <string_view>
#include <vector>

namespace huedrift {

// Palette files made of numbers; decode_palette chooses between them. All throw Error(input), a sentence
// without the file's name. Colours of other kinds than RGB become sRGB: CMYK without a profile, Lab from D50.

/// Microsoft's RIFF palette: "RIFF", "PAL ", and a "data" block of r, g, b, flags. Little endian.
std::vector<Rgb> decode_riff(std::string_view file);
/// Adobe Color Table: 256 triples, and at the end how many of them count, or not.
std::vector<Rgb> decode_act(std::string_view file);
/// Adobe Color Swatches, versions 1 and 2, of which a file may hold one or both.
std::vector<Rgb> decode_aco(std::string_view file);
/// Adobe Swatch Exchange; groups do not matter.
std::vector<Rgb> decode_ase(std::string_view file);

}
