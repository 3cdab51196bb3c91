#include "image/drawing.h"

#include "image/lettering.h"

#include <algorithm>

namespace huedrift {
namespace {

constexpr int font_scale = 2;

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
        const Lettering lettering(text);
        const int left = anchor == Drawing::Anchor::begin ? x : x - lettering.width() * font_scale;
        for (const Lettering::Stroke& stroke : lettering.strokes())
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
