#include "palette/palette_reader.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

namespace huedrift {
namespace {

void expect(bool as_it_must_be, const char* what) {
    if (!as_it_must_be) throw std::runtime_error(what);
}

/// Reads a file's fields from front to back.
class Reader {
public:
    explicit Reader(std::string_view file) : rest_(file) {}

    bool at_end() const { return rest_.empty(); }
    std::size_t left() const { return rest_.size(); }
    bool begins_with(std::string_view text) const { return rest_.starts_with(text); }

    std::string_view take(std::size_t bytes) {
        expect(bytes <= rest_.size(), "the file is too short");
        const std::string_view taken = rest_.substr(0, bytes);
        rest_.remove_prefix(bytes);
        return taken;
    }
    void text(std::string_view expected) {
        expect(take(std::min(rest_.size(), expected.size())) == expected, "other text than expected");
    }
    std::string_view until(std::string_view end) {
        const auto at = rest_.find(end);
        expect(at != std::string_view::npos, "an end is missing");
        const std::string_view taken = take(at);
        take(end.size());
        return taken;
    }
    /// A decimal or hexadecimal number, spaces before it.
    unsigned number(int base = 10, std::size_t digits = 0) {
        if (digits == 0) take(std::min(rest_.find_first_not_of(' '), rest_.size()));
        const std::string_view from = digits == 0 ? rest_ : rest_.substr(0, digits);
        unsigned value = 0;
        const auto [end, failed] = std::from_chars(from.data(), from.data() + from.size(), value, base);
        expect(failed == std::errc{}, "a number is missing");
        const auto length = static_cast<std::size_t>(end - from.data());
        expect(digits == 0 || length == digits, "a number is too short");
        take(length);
        return value;
    }
    std::uint8_t channel() {
        const unsigned value = number();
        expect(value <= 255, "a channel is above 255");
        return static_cast<std::uint8_t>(value);
    }
    Rgb hex_color() { return Rgb::from_code(number(16, 6)); }
    std::uint32_t big_endian(std::size_t bytes) {
        std::uint32_t value = 0;
        for (const char byte : take(bytes)) value = value << 8 | static_cast<unsigned char>(byte);
        return value;
    }

private:
    std::string_view rest_;
};

bool is_printable(std::string_view text) {
    return std::ranges::none_of(text, [](unsigned char c) { return c < 0x20 || c == 0x7F; });
}

std::vector<Rgb> read_gpl(Reader file) {
    file.text("GIMP Palette\nName: ");
    expect(is_printable(file.until("\n")), "a control character in the title");
    file.text("Columns: 0\n#\n");
    std::vector<Rgb> colors;
    while (!file.at_end()) {
        const auto r = file.channel(), g = file.channel(), b = file.channel();
        file.text("\t");
        const std::string_view name = file.until("\n");
        expect(!name.empty() && is_printable(name), "a name that is empty or has a control character");
        colors.push_back({r, g, b});
    }
    return colors;
}

std::vector<Rgb> read_hex(Reader file) {
    std::vector<Rgb> colors;
    while (!file.at_end()) colors.push_back(file.hex_color()), file.text("\n");
    return colors;
}

std::vector<Rgb> read_jasc(Reader file) {
    file.text("JASC-PAL\r\n0100\r\n");
    std::vector<Rgb> colors(file.number());
    file.text("\r\n");
    for (Rgb& color : colors) {
        color.r = file.channel(), color.g = file.channel(), color.b = file.channel();
        file.text("\r\n");
    }
    expect(file.at_end(), "more than was announced");
    return colors;
}

std::vector<Rgb> read_act(Reader file) {
    expect(file.left() == 772, "not 772 bytes");
    std::vector<Rgb> colors(256);
    for (Rgb& color : colors) color = Rgb::from_code(file.big_endian(3));
    const std::uint32_t count = file.big_endian(2);
    expect(count <= 256 && file.big_endian(2) == 0xFFFF, "a wrong count or transparent colour");
    colors.resize(count);
    return colors;
}

/// UTF-16 with its length in front and a zero at its end.
void read_ase_name(Reader& file) {
    const std::uint32_t units = file.big_endian(2);
    expect(units > 0, "a name without its end");
    bool high = false;
    for (std::uint32_t i = 1; i < units; ++i) {
        const std::uint32_t unit = file.big_endian(2);
        const bool low = unit >= 0xDC00 && unit < 0xE000;
        expect(unit >= 0x20 && low == high, "a name that is no line of UTF-16");
        high = unit >= 0xD800 && unit < 0xDC00;
    }
    expect(!high && file.big_endian(2) == 0, "a name that does not end");
}

std::vector<Rgb> read_ase(Reader file) {
    file.text("ASEF");
    expect(file.big_endian(4) == 0x00010000, "another version");
    const std::uint32_t blocks = file.big_endian(4);
    const auto block = [&](std::uint32_t type) {
        expect(file.big_endian(2) == type, "another block than expected");
        return Reader(file.take(file.big_endian(4)));
    };
    expect(blocks >= 2, "blocks are missing");
    Reader group = block(0xC001);
    read_ase_name(group);
    expect(group.at_end(), "a block that is too long");
    std::vector<Rgb> colors(blocks - 2);
    for (Rgb& color : colors) {
        Reader entry = block(0x0001);
        read_ase_name(entry);
        entry.text("RGB ");
        for (std::uint8_t* channel : {&color.r, &color.g, &color.b})
            *channel =
                static_cast<std::uint8_t>(std::lround(std::bit_cast<float>(entry.big_endian(4)) * 255.0f));
        expect(entry.big_endian(2) == 0 && entry.at_end(), "a wrong end of a colour");
    }
    expect(block(0xC002).at_end() && file.at_end(), "a wrong end of the file");
    return colors;
}

/// Like a style sheet parser: a comment ends at the first "*/".
void read_css_comment(Reader& file) {
    file.text("/* ");
    const std::string_view text = file.until("*/");
    expect(is_printable(text), "a control character in a comment");
    file.text("\n");
}

std::vector<Rgb> read_css(Reader file) {
    read_css_comment(file);
    file.text(":root {\n");
    std::vector<Rgb> colors;
    while (!file.begins_with("}")) {
        file.text("    --color-");
        expect(file.number() == colors.size() + 1, "a number out of order");
        file.text(": #");
        colors.push_back(file.hex_color());
        file.text(";");
        if (file.begins_with("\n")) {
            file.text("\n");
        } else {
            file.text(" ");
            read_css_comment(file);
        }
    }
    file.text("}\n");
    expect(file.at_end(), "text after the rule");
    return colors;
}

std::vector<Rgb> read_json(std::string_view text) {
    const auto file = nlohmann::json::parse(text); // throws a std::exception of its own
    expect(file.at("format") == "huedrift palette" && file.at("version") == 1, "another format");
    expect(file.at("title").is_string(), "a title that is no text");
    std::vector<Rgb> colors;
    for (const auto& entry : file.at("colors")) {
        const auto rgb = entry.at("rgb").get<std::array<std::uint8_t, 3>>();
        const auto hex = entry.at("hex").get<std::string>();
        Reader code(hex);
        code.text("#");
        colors.push_back(code.hex_color());
        expect(colors.back() == Rgb{rgb[0], rgb[1], rgb[2]}, "two colours in one entry");
        expect(entry.at("name").is_string() && entry.at("pixels").is_number_unsigned() &&
                   entry.at("source_colors").is_number_unsigned(),
               "an entry of other types");
    }
    return colors;
}

}

std::vector<Rgb> read_palette(std::string_view file, PaletteFormat format) {
    switch (format) {
    case PaletteFormat::gpl:
        return read_gpl(Reader(file));
    case PaletteFormat::hex:
        return read_hex(Reader(file));
    case PaletteFormat::json:
        return read_json(file);
    case PaletteFormat::pal:
        return read_jasc(Reader(file));
    case PaletteFormat::act:
        return read_act(Reader(file));
    case PaletteFormat::ase:
        return read_ase(Reader(file));
    case PaletteFormat::css:
        return read_css(Reader(file));
    }
    return {};
}

}
