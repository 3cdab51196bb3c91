#pragma once

#include "image/image.h"

#include <string>
#include <vector>

namespace huedrift {

/// Filled boxes with lines of text on them, on white: to be pixels or SVG.
struct Drawing {
    struct Box {
        int x, y, width, height;
        Rgba8 color;
    };
    enum class Anchor { begin, end };
    struct Text {
        int x;        ///< where it begins or ends
        int baseline; ///< y of the lower edge of its digits
        Anchor anchor;
        std::string text; ///< UTF-8; pixels have "?" for what is not ASCII
    };

    int width = 0, height = 0;
    std::vector<Box> boxes{};
    std::vector<Text> texts{};
};

/// Pixels that a character takes at most, and the height of capitals.
inline constexpr int letter_width = 14, letter_height = 14;

/// A text as an element of XML has it; control characters, which XML does not know, become spaces.
std::string xml_text(const std::string& text);

/// Parts beyond its edges are cut off.
Image paint(const Drawing& drawing);
std::string svg(const Drawing& drawing);

}
