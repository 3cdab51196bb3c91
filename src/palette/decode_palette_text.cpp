#include "palette/decode_palette_text.h"

#include "base/error.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>

namespace huedrift {
namespace {

using nlohmann::json;

[[noreturn]] void refuse_text(const std::string& sentence) { throw Error(ErrorKind::input, sentence); }

constexpr std::string_view spaces = " \t\r\f\v";

std::string_view trimmed(std::string_view text) {
    const auto begin = text.find_first_not_of(spaces);
    if (begin == text.npos) return {};
    return text.substr(begin, text.find_last_not_of(spaces) - begin + 1);
}

/// Calls `take` with each line, whatever its line ending, and its number from 1 on.
template <class Take>
void each_line(std::string_view text, Take&& take) {
    std::size_t number = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
        take(trimmed(text.substr(0, end)), ++number);
        text.remove_prefix(end);
        text.remove_prefix(text.starts_with("\r\n") ? 2 : text.empty() ? 0 : 1);
    }
}

/// Removes three numbers from 0 to 255, separated by `separators`, from the front of a text.
std::optional<Rgb> take_triple(std::string_view& text, std::string_view separators) {
    std::array<std::uint8_t, 3> channels{};
    for (std::uint8_t& channel : channels) {
        text.remove_prefix(std::min(text.find_first_not_of(separators), text.size()));
        const auto [rest, failed] = std::from_chars(text.data(), text.data() + text.size(), channel);
        if (failed != std::errc{}) return std::nullopt;
        text.remove_prefix(static_cast<std::size_t>(rest - text.data()));
    }
    return Rgb{channels[0], channels[1], channels[2]};
}

bool begins_with_digit(std::string_view text) { return !text.empty() && text[0] >= '0' && text[0] <= '9'; }

Rgb triple_of(std::string_view line, std::size_t number) {
    const auto color = take_triple(line, spaces);
    if (!color || begins_with_digit(line))
        refuse_text("line " + std::to_string(number) + " does not hold three numbers from 0 to 255");
    return *color;
}

/// The CSS colour of "#" and these digits.
std::optional<Rgb> css_hex(std::string_view digits) {
    if (digits.size() == 3 || digits.size() == 4) {
        std::string twice;
        for (const char c : digits.substr(0, 3)) twice.append(2, c);
        return rgb_from_hex(twice);
    }
    return digits.size() == 6 || digits.size() == 8 ? rgb_from_hex(digits.substr(0, 6)) : std::nullopt;
}

/// Adds the colours of a declaration's value.
void add_css_colors(std::string_view value, std::vector<Rgb>& colors) {
    while (!value.empty()) {
        std::optional<Rgb> color;
        const std::string_view function = value.starts_with("rgba(") ? "rgba(" : "rgb(";
        if (value[0] == '#') {
            const std::size_t end =
                std::min(value.find_first_not_of("0123456789abcdefABCDEF", 1), value.size());
            const std::string_view digits = value.substr(1, end - 1);
            color = css_hex(digits);
            value.remove_prefix(1 + digits.size());
        } else if (value.starts_with(function)) {
            value.remove_prefix(function.size());
            color = take_triple(value, " \t\r\n,");
            if (value.starts_with('%') || value.starts_with('.')) color.reset();
        } else {
            value.remove_prefix(1);
        }
        if (color) colors.push_back(*color);
    }
}

std::string without_css_comments(std::string_view text) {
    std::string rest;
    while (true) {
        const std::size_t begin = text.find("/*");
        rest += text.substr(0, begin);
        if (begin == text.npos) return rest;
        const std::size_t end = text.find("*/", begin + 2);
        if (end == text.npos) return rest;
        text.remove_prefix(end + 2);
    }
}

Rgb json_color(const json& entry) {
    const json& code = entry.contains("hex") ? entry.at("hex") : entry;
    if (code.is_string()) {
        if (const auto color = rgb_from_hex(code.get<std::string>())) return *color;
        refuse_text("\"" + code.get<std::string>() + "\" is not a colour");
    }
    if (!entry.contains("rgb")) refuse_text("an entry has neither \"hex\" nor \"rgb\"");
    const auto rgb = entry.at("rgb").get<std::array<double, 3>>();
    if (std::ranges::any_of(rgb, [](double v) { return !(v >= 0 && v <= 255); }))
        refuse_text("a colour's numbers must be from 0 to 255");
    return {static_cast<std::uint8_t>(rgb[0]), static_cast<std::uint8_t>(rgb[1]),
            static_cast<std::uint8_t>(rgb[2])};
}

}

std::vector<Rgb> decode_gpl(std::string_view file) {
    std::vector<Rgb> colors;
    each_line(file, [&](std::string_view line, std::size_t number) {
        if (begins_with_digit(line)) colors.push_back(triple_of(line, number));
    });
    return colors;
}

std::vector<Rgb> decode_hex(std::string_view file) {
    std::vector<Rgb> colors;
    each_line(file, [&](std::string_view line, std::size_t number) {
        line = trimmed(line.substr(0, std::min(line.find(';'), line.find("//"))));
        if (line.empty()) return;
        if (line.size() == 8) line.remove_prefix(2);
        const auto color = rgb_from_hex(line);
        if (!color) refuse_text("line " + std::to_string(number) + " is not a hexadecimal colour");
        colors.push_back(*color);
    });
    return colors;
}

std::vector<Rgb> decode_jasc(std::string_view file) {
    std::vector<Rgb> colors;
    constexpr std::size_t head = 3;
    each_line(file, [&](std::string_view line, std::size_t number) {
        if (number > head && !line.empty()) colors.push_back(triple_of(line, number));
    });
    return colors;
}

std::vector<Rgb> decode_css(std::string_view file) {
    const std::string text = without_css_comments(file);
    std::vector<Rgb> colors;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find_first_of(";{}", begin), text.size());
        const std::string_view part = std::string_view(text).substr(begin, end - begin);
        const std::size_t colon = part.find(':');
        const bool is_selector = end < text.size() && text[end] == '{';
        if (!is_selector && colon != part.npos) add_css_colors(part.substr(colon + 1), colors);
        begin = end + 1;
    }
    return colors;
}

std::vector<Rgb> decode_json(std::string_view file) {
    try {
        const json whole = json::parse(file);
        const json& entries = whole.is_object() ? whole.at("colors") : whole;
        if (!entries.is_array()) refuse_text("\"colors\" is not an array");
        std::vector<Rgb> colors;
        for (const json& entry : entries) colors.push_back(json_color(entry));
        return colors;
    } catch (const json::exception&) {
        refuse_text("the JSON is not a palette");
    }
}

}
