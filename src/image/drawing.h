#pragma once

#include "image/image.h"

#include <string>
#include <vector>

namespace huedrift {

/// A drawing of filled boxes and lines of text on white, to be written as pixels or SVG.
struct Drawing {
    struct Box {
        int x, y, width, height;
        Rgba8 color;
    };
    enum class Anchor { begin, end };
    struct Text {
        int x;        ///< where the text begins or ends
        int baseline; ///< y of the lower edge of its digits
        Anchor anchor;
        std::string text; ///< UTF-8; pixels show "?" for non-ASCII characters
    };

    int width = 0, height = 0;
    std::vector<Box> boxes{};
    std::vector<Text> texts{};
};

/// The largest width of a character and the height of capitals, in pixels.
inline constexpr int letter_width = 14, letter_height = 14;

/// The text escaped for an XML element. Control characters, which XML forbids, become spaces.
std::string xml_text(const std::string& text);

/// Draws as pixels; crops parts beyond the edges.
Image paint(const Drawing& drawing);
std::string svg(const Drawing& drawing);

}
