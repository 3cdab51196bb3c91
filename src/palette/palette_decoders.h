#pragma once

#include "color/rgb.h"

#include <string_view>
#include <vector>

namespace huedrift {

// The decoders from which decode_palette() chooses. They throw Error(input); the message does not name the
// file.

/// Lines of "r g b" and a name, after a header of "Key: value" lines and comments.
std::vector<Rgb> decode_gpl(std::string_view file);
/// One rrggbb per line, with or without "#"; eight digits are Paint.NET's aarrggbb. ";" and "//" begin
/// comments.
std::vector<Rgb> decode_hex(std::string_view file);
/// "JASC-PAL", a version, the number of colours, and that many lines of "r g b".
std::vector<Rgb> decode_jasc(std::string_view file);
/// Every #rgb, #rgba, #rrggbb, #rrggbbaa, rgb(r, g, b) and rgba(r, g, b, a) in declarations, in order.
std::vector<Rgb> decode_css(std::string_view file);
/// An array of "#rrggbb" or of objects with "hex" or "rgb", or an object with such an array as "colors".
std::vector<Rgb> decode_json(std::string_view file);

// Binary files. Colours in other spaces are converted to sRGB: CMYK without a profile, Lab with white point
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
