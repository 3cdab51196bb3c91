#include "palette/palette_encoders.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

namespace huedrift {
namespace {

template <typename... Values>
std::string print(const char* format, Values... values) {
    char text[64];
    std::snprintf(text, sizeof text, format, values...);
    return text;
}

/// A comment and a line break. A backslash precedes each "/" and backslash, so that no text ends the comment
/// and all can be read back.
std::string css_comment(const std::string& text) {
    std::string inside;
    for (const char c : one_line(text)) {
        if (c == '\\' || (c == '/' && inside.ends_with('*'))) inside += '\\';
        inside += c;
    }
    return "/* " + inside + " */\n";
}

}

std::string one_line(std::string text) {
    std::ranges::replace_if(
        text, [](unsigned char c) { return c < 0x20 || c == 0x7F; }, ' ');
    return text;
}

std::string display_name(const Swatch& swatch) {
    return swatch.name.empty() ? hex_code(swatch.color) : one_line(swatch.name);
}

// As GIMP writes it: channels right-aligned in three columns, a tab, the name.
std::string gpl_palette(std::span<const Swatch> swatches, const std::string& title) {
    std::string file = "GIMP Palette\nName: " + one_line(title) + "\nColumns: 0\n#\n";
    for (const Swatch& swatch : swatches)
        file += print("%3d %3d %3d\t", swatch.color.r, swatch.color.g, swatch.color.b) +
                display_name(swatch) + "\n";
    return file;
}

std::string hex_palette(std::span<const Swatch> swatches, const std::string&) {
    std::string file;
    for (const Swatch& swatch : swatches) file += hex_code(swatch.color).substr(1) + "\n";
    return file;
}

// Paint Shop Pro reads only lines that end in carriage return and line feed.
std::string jasc_palette(std::span<const Swatch> swatches, const std::string&) {
    std::string file = "JASC-PAL\r\n0100\r\n" + std::to_string(swatches.size()) + "\r\n";
    for (const Swatch& swatch : swatches)
        file += print("%d %d %d\r\n", swatch.color.r, swatch.color.g, swatch.color.b);
    return file;
}

std::string css_palette(std::span<const Swatch> swatches, const std::string& title) {
    std::string file = css_comment(title) + ":root {\n";
    for (std::size_t i = 0; i < swatches.size(); ++i)
        file += "    --color-" + std::to_string(i + 1) + ": " + hex_code(swatches[i].color) + ";" +
                (swatches[i].name.empty() ? "\n" : " " + css_comment(swatches[i].name));
    return file + "}\n";
}

std::string json_palette(std::span<const Swatch> swatches, const std::string& title) {
    nlohmann::ordered_json file{{"format", "huedrift palette"},
                                {"version", 1},
                                {"title", title},
                                {"colors", nlohmann::ordered_json::array()}};
    for (const Swatch& swatch : swatches)
        file["colors"].push_back({{"hex", hex_code(swatch.color)},
                                  {"rgb", {swatch.color.r, swatch.color.g, swatch.color.b}},
                                  {"name", swatch.name},
                                  {"pixels", swatch.pixels},
                                  {"source_colors", swatch.colors}});
    // A title taken from a file name need not be UTF-8.
    return file.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}
