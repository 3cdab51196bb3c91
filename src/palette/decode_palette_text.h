#pragma once

#include "color/rgb.h"

#include <string_view>
#include <vector>

namespace huedrift {

// Text palette files; decode_palette() chooses between them. All throw Error(input) without the file's name
// in the message.

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

}
