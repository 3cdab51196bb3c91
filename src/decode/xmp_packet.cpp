#include "decode/xmp_packet.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace huedrift {
namespace {

constexpr std::string_view xml_spaces = " \t\r\n";

bool is_utf8(std::string_view text) {
    std::size_t following = 0; // remaining bytes of a character
    for (const char letter : text) {
        const auto byte = static_cast<unsigned char>(letter);
        if (following > 0) {
            if ((byte & 0xC0) != 0x80) return false;
            --following;
        } else if (byte >= 0x80) {
            if (byte < 0xC2 || byte > 0xF4) return false;
            following = byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3;
        } else if (byte == 0) {
            return false;
        }
    }
    return following == 0;
}

/// Sets each integer property of this name to the value: an attribute, name="6", or an element,
/// <name>6</name>.
void set_property(std::string& text, std::string_view name, const std::string& value) {
    std::string result;
    std::size_t taken = 0;
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
        std::size_t begin = text.find_first_not_of(xml_spaces, at + name.size());
        if (begin == std::string::npos || (text[begin] != '=' && text[begin] != '>')) continue;
        begin = text.find_first_not_of(" \t\r\n\"'", begin + 1);
        const std::size_t end = text.find_first_not_of("0123456789", begin);
        if (begin == std::string::npos || end == std::string::npos || begin == end) continue;
        result.append(text, taken, begin - taken).append(value);
        taken = end;
    }
    text = result.append(text, taken);
}

/// Removes every element of this name. Returns false if one has no end.
bool remove_elements(std::string& text, const std::string& name) {
    const std::string open = "<" + name, close = "</" + name;
    std::string result;
    std::size_t taken = 0;
    for (std::size_t at = text.find(open); at != std::string::npos; at = text.find(open, taken)) {
        std::size_t end = text.find('>', at);
        if (end == std::string::npos) return false;
        if (text[end - 1] != '/') {
            end = text.find(close, end);
            end = end == std::string::npos ? end : text.find('>', end);
            if (end == std::string::npos) return false;
        }
        result.append(text, taken, at - taken);
        taken = end + 1;
    }
    text = result.append(text, taken);
    return true;
}

}

std::optional<std::vector<std::byte>> cleaned_xmp(std::span<const std::byte> packet,
                                                  const TruePicture& picture) {
    std::string text(reinterpret_cast<const char*>(packet.data()), packet.size());
    if (!is_utf8(text)) return std::nullopt;
    // Uses the prefixes of the XMP specification, part 1, as every writer does; xap is an older one.
    if (!remove_elements(text, "xmp:Thumbnails") || !remove_elements(text, "xap:Thumbnails"))
        return std::nullopt;
    set_property(text, "tiff:Orientation", "1");
    for (const char* const name : {"tiff:ImageWidth", "exif:PixelXDimension"})
        set_property(text, name, std::to_string(picture.width));
    for (const char* const name : {"tiff:ImageLength", "exif:PixelYDimension"})
        set_property(text, name, std::to_string(picture.height));
    if (picture.srgb) set_property(text, "exif:ColorSpace", "1");
    const auto bytes = std::as_bytes(std::span(text));
    return std::vector<std::byte>(bytes.begin(), bytes.end());
}

}
