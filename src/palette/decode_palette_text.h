#pragma once

#include "color/rgb.h"

#include <string_view>
#include <vector>

namespace huedrift {

// Palette files made of text; decode_palette chooses between them. All throw Error(input), a sentence without
// the file's name.

/// Lines of "r g b" and a name, after a head of "Key: value" lines and comments.
std::vector<Rgb> decode_gpl(std::string_view file);
/// One rrggbb per line, "#" before it or not; eight digits are Paint.NET's aarrggbb. Lines from ";" or "//"
/// on are comments.
std::vector<Rgb> decode_hex(std::string_view file);
/// "JASC-PAL", a version, how many there are, and so many lines of "r g b".
std::vector<Rgb> decode_jasc(std::string_view file);
/// Every #rgb, #rgba, #rrggbb, #rrggbbaa, rgb(r, g, b) and rgba(r, g, b, a) of the declarations, in order.
std::vector<Rgb> decode_css(std::string_view file);
/// An array of "#rrggbb" or of objects with "hex" or "rgb", or an object with such as "colors".
std::vector<Rgb> decode_json(std::string_view file);

}
