#include "color/rgb.h"

#include <charconv>
#include <cstdio>

namespace huedrift {

std::string hex_code(Rgb color) {
    char text[8];
    std::snprintf(text, sizeof text, "#%06x", static_cast<unsigned>(color.code()));
    return text;
}

std::optional<Rgb> rgb_from_hex(std::string_view text) {
    if (text.starts_with('#')) text.remove_prefix(1);
    constexpr std::size_t digits = 6;
    if (text.size() != digits || text[0] == '-') return std::nullopt;
    std::uint32_t code = 0;
    const char* const end = text.data() + digits;
    if (std::from_chars(text.data(), end, code, 16) != std::from_chars_result{end, {}}) return std::nullopt;
    return Rgb::from_code(code);
}

}
