#include "palette/palette_formats.h"

#include "base/error.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdio>
#include <locale>
#include <nlohmann/json.hpp>
#include <string_view>

namespace huedrift {

namespace {

struct Converter : std::codecvt<char16_t, char8_t, std::mbstate_t> {};

/// libstdc++ decodes an encoded lone surrogate to a lone surrogate, which is not valid UTF-16.
void replace_lone_surrogates(std::u16string& units) {
    const auto is = [](char16_t unit, char16_t kind) { return (unit & 0xFC00) == kind; };
    for (std::size_t i = 0; i < units.size(); ++i) {
        if (is(units[i], 0xD800) && i + 1 < units.size() && is(units[i + 1], 0xDC00)) {
            ++i;
        } else if (is(units[i], 0xD800) || is(units[i], 0xDC00)) {
            units[i] = u'\uFFFD';
        }
    }
}

}

std::u16string utf16(std::string_view text) {
    Converter converter;
    std::u16string converted(text.size(), u'\0');
    std::u8string source(text.begin(), text.end());
    const char8_t* from = source.data();
    const char8_t* const from_end = from + source.size();
    char16_t* to = converted.data();
    while (from < from_end) {
        std::mbstate_t state{};
        if (converter.in(state, from, from_end, from, to, converted.data() + converted.size(), to) ==
            std::codecvt_base::ok)
            break;
        *to++ = u'\uFFFD';
        ++from;
    }
    converted.resize(static_cast<std::size_t>(to - converted.data()));
    replace_lone_surrogates(converted);
    return converted;
}

std::string utf8(std::u16string units) {
    replace_lone_surrogates(units);
    Converter converter;
    std::u8string converted(3 * units.size(), u8'\0');
    std::mbstate_t state{};
    const char16_t* from = units.data();
    char8_t* to = converted.data();
    converter.out(state, from, from + units.size(), from, to, to + converted.size(), to);
    return {converted.data(), to};
}

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
    for (const Swatch& swatch : swatches)
        file += hex_code(swatch.color).substr(1) + (swatch.transparent ? "00\n" : "\n");
    return file;
}

// Paint Shop Pro reads only lines that end in carriage return and line feed.
std::string jasc_palette(std::span<const Swatch> swatches, const std::string&) {
    std::string file = "JASC-PAL\r\n0100\r\n" + std::to_string(swatches.size()) + "\r\n";
    for (const Swatch& swatch : swatches)
        file += print(swatch.transparent ? "%d %d %d 0\r\n" : "%d %d %d\r\n", swatch.color.r, swatch.color.g,
                      swatch.color.b);
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
    for (const Swatch& swatch : swatches) {
        file["colors"].push_back({{"hex", hex_code(swatch.color)},
                                  {"rgb", {swatch.color.r, swatch.color.g, swatch.color.b}},
                                  {"name", swatch.name},
                                  {"pixels", swatch.pixels},
                                  {"source_colors", swatch.colors}});
        if (swatch.transparent) file["colors"].back()["transparent"] = true;
    }
    // A title taken from a file name need not be UTF-8.
    return file.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

namespace {

/// Builds a file of big-endian numbers.
class BigEndianFile {
public:
    void u8(std::uint32_t value) { bytes_.push_back(static_cast<std::byte>(value)); }
    void u16(std::uint32_t value) {
        u8(value >> 8);
        u8(value);
    }
    void u32(std::uint32_t value) {
        u16(value >> 16);
        u16(value);
    }
    void rgb(Rgb color) {
        u8(color.r);
        u8(color.g);
        u8(color.b);
    }
    void f32(float value) { u32(std::bit_cast<std::uint32_t>(value)); }
    void text(std::string_view text) {
        for (const char c : text) u8(static_cast<unsigned char>(c));
    }
    void block(std::uint32_t type, const BigEndianFile& content) {
        u16(type);
        u32(static_cast<std::uint32_t>(content.bytes_.size()));
        bytes_.insert(bytes_.end(), content.bytes_.begin(), content.bytes_.end());
    }
    void pad_to(std::size_t size) {
        assert(bytes_.size() <= size);
        bytes_.resize(size);
    }
    std::vector<std::byte> take() { return std::move(bytes_); }

private:
    std::vector<std::byte> bytes_;
};

/// The name's length in UTF-16 units, then the units, both with the terminating 0.
void put_name(BigEndianFile& file, const std::string& name) {
    constexpr std::size_t max_units = 65534;
    std::u16string units = utf16(name).substr(0, max_units);
    if (units.size() == max_units && (units.back() & 0xFC00) == 0xD800) units.pop_back(); // half a character
    file.u16(static_cast<std::uint32_t>(units.size() + 1));
    for (const char16_t unit : units) file.u16(unit);
    file.u16(0);
}

}

std::vector<std::byte> act_palette(std::span<const Swatch> swatches, const std::string&) {
    constexpr std::size_t entries = 256;
    if (swatches.size() > entries)
        throw Refused(ErrorKind::output,
                      "an Adobe Color Table holds at most 256 colours, but the palette has " +
                          std::to_string(swatches.size()),
                      {Refusal::Of::entries, entries});
    BigEndianFile file;
    for (const Swatch& swatch : swatches) file.rgb(swatch.color);
    file.pad_to(3 * entries);
    file.u16(static_cast<std::uint32_t>(swatches.size()));
    const auto transparent = std::ranges::find(swatches, true, &Swatch::transparent);
    file.u16(transparent == swatches.end() ? 0xFFFF
                                           : static_cast<std::uint32_t>(transparent - swatches.begin()));
    return file.take();
}

std::vector<std::byte> ase_palette(std::span<const Swatch> swatches, const std::string& title) {
    constexpr std::uint32_t group_start = 0xC001, group_end = 0xC002, color_entry = 0x0001, global_color = 0;
    BigEndianFile file;
    file.text("ASEF");
    file.u32(1 << 16); // version
    file.u32(static_cast<std::uint32_t>(swatches.size() + 2));

    BigEndianFile group;
    put_name(group, one_line(title));
    file.block(group_start, group);
    for (const Swatch& swatch : swatches) {
        BigEndianFile entry;
        put_name(entry, display_name(swatch));
        entry.text("RGB ");
        for (const int channel : {swatch.color.r, swatch.color.g, swatch.color.b})
            entry.f32(static_cast<float>(channel) / 255.0f);
        entry.u16(global_color);
        file.block(color_entry, entry);
    }
    file.block(group_end, {});
    return file.take();
}

}
