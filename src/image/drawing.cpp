#include "image/drawing.h"

#include <algorithm>
#include <stb_easy_font.h>

namespace huedrift {
namespace {

constexpr int font_scale = 2, font_baseline = 8; // from the top of a character

/// A line of text as upright bars, by stb_easy_font, so that pictures with text need no font.
struct Lettering {
    struct Stroke {
        int x, y, width, height; ///< y from the baseline, upwards negative
    };
    int width = 0;
    std::vector<Stroke> strokes{};
};

/// One character for each code point; "?" for a code point beyond ASCII.
std::string ascii(const std::string& text) {
    std::string plain;
    for (const char c : text)
        if ((static_cast<unsigned char>(c) & 0xc0) != 0x80) plain += c >= ' ' && c <= '~' ? c : '?';
    return plain;
}

Lettering lettering_of(const std::string& text) {
    constexpr std::size_t max_bars = 16; // in a character
    struct Corner {                      // the layout of stb_easy_font
        float x, y, z;
        unsigned char color[4];
    };
    std::string plain = ascii(text);
    std::vector<Corner> corners(4 * max_bars * plain.size());
    const int bars = stb_easy_font_print(0, 0, plain.data(), nullptr, corners.data(),
                                         static_cast<int>(corners.size() * sizeof(Corner)));
    Lettering lettering{stb_easy_font_width(plain.data())};
    for (std::size_t i = 0; i < 4 * std::size_t(bars); i += 4) {
        const Corner &first = corners[i], &last = corners[i + 2];
        lettering.strokes.push_back(
            {int(first.x), int(first.y) - font_baseline, int(last.x - first.x), int(last.y - first.y)});
    }
    return lettering;
}

void fill(Image& image, int x, int y, int width, int height, Rgba8 color) {
    const int left = std::clamp(x, 0, image.width()), right = std::clamp(x + width, left, image.width());
    for (int row = std::max(y, 0); row < std::min(y + height, image.height()); ++row)
        std::fill_n(&image.pixels()[std::size_t(row) * std::size_t(image.width())] + left, right - left,
                    color);
}

std::string attribute(const char* name, int value) {
    return std::string(" ") + name + "=\"" + std::to_string(value) + "\"";
}

std::string hex_of(Rgba8 color) {
    constexpr const char* digits = "0123456789abcdef";
    std::string hex = "#";
    for (const std::uint8_t channel : {color.r, color.g, color.b}) {
        hex += digits[channel >> 4];
        hex += digits[channel & 15];
    }
    return hex;
}

}

std::string xml_text(const std::string& text) {
    std::string safe;
    for (const char c : text)
        if (c == '&')
            safe += "&amp;";
        else if (c == '<')
            safe += "&lt;";
        else
            safe += static_cast<unsigned char>(c) < ' ' ? ' ' : c; // XML knows no control characters
    return safe;
}

Image paint(const Drawing& drawing) {
    Image image(drawing.width, drawing.height);
    std::ranges::fill(image.pixels(), Rgba8{255, 255, 255, 255});
    for (const auto& [x, y, width, height, color] : drawing.boxes) fill(image, x, y, width, height, color);
    for (const auto& [x, baseline, anchor, text] : drawing.texts) {
        const Lettering lettering = lettering_of(text);
        const int left = anchor == Drawing::Anchor::begin ? x : x - lettering.width * font_scale;
        for (const Lettering::Stroke& stroke : lettering.strokes)
            fill(image, left + stroke.x * font_scale, baseline + stroke.y * font_scale,
                 stroke.width * font_scale, stroke.height * font_scale, {0, 0, 0, 255});
    }
    return image;
}

std::string svg(const Drawing& drawing) {
    const std::string size = attribute("width", drawing.width) + attribute("height", drawing.height);
    std::string file = "<svg xmlns=\"http://www.w3.org/2000/svg\"" + size + " font-family=\"monospace\"" +
                       " font-size=\"18\" shape-rendering=\"crispEdges\">\n<rect" + size +
                       " fill=\"#ffffff\"/>\n";
    for (const auto& [x, y, width, height, color] : drawing.boxes)
        file += "<rect" + attribute("x", x) + attribute("y", y) + attribute("width", width) +
                attribute("height", height) + " fill=\"" + hex_of(color) + "\"/>\n";
    for (const auto& [x, baseline, anchor, text] : drawing.texts)
        file += "<text" + attribute("x", x) + attribute("y", baseline) +
                (anchor == Drawing::Anchor::end ? " text-anchor=\"end\">" : ">") + xml_text(text) +
                "</text>\n";
    return file + "</svg>\n";
}

}
