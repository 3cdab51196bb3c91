#pragma once

#include <string>
#include <string_view>

namespace huedrift {

/// Converts UTF-8 to UTF-16, with U+FFFD for invalid bytes.
std::u16string utf16(std::string_view text);
/// Converts UTF-16 to UTF-8, with U+FFFD for halves of characters.
std::string utf8(std::u16string units);

}
