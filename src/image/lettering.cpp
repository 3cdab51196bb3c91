#include "image/lettering.h"

#include <algorithm>
#include <stb_easy_font.h>

namespace huedrift {
namespace {

constexpr int baseline = 8; // of its characters, from their top

/// As stb_easy_font writes them.
struct Corner {
    float x, y, z;
    unsigned char color[4];
};

/// One character for each code point.
std::string ascii(const std::string& text) {
    std::string plain;
    for (const char c : text)
        if ((static_cast<unsigned char>(c) & 0xc0) != 0x80) plain += c >= ' ' && c <= '~' ? c : '?';
    return plain;
}

}

Lettering::Lettering(const std::string& text) {
    constexpr std::size_t max_bars = 16; // of a character
    std::string plain = ascii(text);
    std::vector<Corner> corners(4 * max_bars * plain.size());
    const int bars = stb_easy_font_print(0, 0, plain.data(), nullptr, corners.data(),
                                         static_cast<int>(corners.size() * sizeof(Corner)));
    for (std::size_t i = 0; i < 4 * std::size_t(bars); i += 4) {
        const Corner &first = corners[i], &last = corners[i + 2];
        strokes_.push_back(
            {int(first.x), int(first.y) - baseline, int(last.x - first.x), int(last.y - first.y)});
    }
    width_ = stb_easy_font_width(plain.data());
}

}
