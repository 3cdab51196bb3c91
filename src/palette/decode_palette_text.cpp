#include "palette/palette_formats.h"

#include "base/error.h"
#include "base/location.h"
#include "color/css_color.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>

namespace huedrift {
namespace {

using nlohmann::json;

[[noreturn]] void refuse_text(const std::string& sentence) { throw Error(ErrorKind::input, sentence); }

/// Quotes the beginning of a line's text.
[[noreturn]] void refuse_line(std::size_t number, std::string_view text, const std::string& reason) {
    refuse_text("line " + std::to_string(number) + ": \"" + one_line(std::string(text.substr(0, 60))) +
                "\" " + reason);
}
constexpr const char* is_no_color = "cannot be read as a colour";

constexpr std::string_view spaces = " \t\r\n\f\v";

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

/// Removes the numbers from the front of the line.
Rgb triple_of(std::string_view& line, std::size_t number) {
    const std::string_view whole = line;
    const auto color = take_triple(line, spaces);
    if (!color || begins_with_digit(line))
        refuse_line(number, whole, "does not hold three numbers from 0 to 255");
    return *color;
}

/// The text with its comments blank, so that lines keep their numbers.
std::string without_css_comments(std::string_view file) {
    std::string text(file);
    for (std::size_t begin = 0; (begin = text.find("/*", begin)) != text.npos;) {
        const std::size_t end = std::min(text.find("*/", begin + 2), text.size() - 2) + 2;
        std::replace_if(
            text.begin() + std::ptrdiff_t(begin), text.begin() + std::ptrdiff_t(end),
            [](char c) { return c != '\n'; }, ' ');
    }
    return text;
}

/// The text in a comment of css_palette().
std::string css_uncommented(std::string_view comment) {
    std::string text;
    for (std::size_t i = 0; i < comment.size(); ++i) {
        i += comment[i] == '\\' && i + 1 < comment.size();
        text += comment[i];
    }
    return text;
}

constexpr std::string_view css_functions[]{"rgb", "rgba",  "hsl",   "hsla",  "hwb",      "lab",
                                           "lch", "oklab", "oklch", "color", "color-mix"};

/// Whether the value of a property can be a colour by name; "tan" is also the name of a font.
bool takes_names(std::string_view name) {
    if (name.starts_with("--") || name.starts_with('$') || name.starts_with('@')) return true;
    const std::string property = lower_case(name);
    constexpr std::string_view parts[]{"color", "background", "border", "outline",
                                       "fill",  "stroke",     "shadow"};
    return std::ranges::any_of(parts, [&](auto part) { return property.find(part) != property.npos; });
}

/// Reads a style sheet: the colours in the values of its declarations, in order.
class StyleSheet {
public:
    explicit StyleSheet(std::string_view file) : file_(file), text_(without_css_comments(file)) {}

    std::vector<PaletteColor> read() {
        for (std::size_t begin = 0; begin < text_.size();) {
            const std::size_t end = end_of_part(begin);
            const std::string_view declaration = part(begin, end);
            const std::size_t colon = declaration.find(':');
            const bool is_selector = end < text_.size() && text_[end] == '{';
            if (!is_selector && colon != declaration.npos) {
                const std::string_view property = trimmed(declaration.substr(0, colon));
                const std::size_t before = colors_.size();
                add_colors(begin + colon + 1, end, takes_names(property));
                if (colors_.size() == before + 1) colors_.back().name = name_of(property, end);
            }
            begin = end + 1;
        }
        return colors_.taken();
    }

private:
    std::string_view part(std::size_t begin, std::size_t end) const {
        return std::string_view(text_).substr(begin, end - begin);
    }

    /// The name of a variable's colour, whose declaration ends there.
    std::string name_of(std::string_view variable, std::size_t end) const {
        const bool is_variable =
            variable.starts_with("--") || variable.starts_with('$') || variable.starts_with('@');
        if (!is_variable) return {};
        variable.remove_prefix(variable[0] == '-' ? 2 : 1);
        constexpr std::string_view numbered = "color-";
        if (!variable.starts_with(numbered) ||
            variable.find_first_not_of("0123456789", numbered.size()) != variable.npos)
            return std::string(variable);
        constexpr std::string_view opening = "; /* ", closing = "*/";
        std::string_view comment = file_.substr(std::min(end, file_.size()));
        const std::size_t comment_end = comment.find(closing);
        if (!comment.starts_with(opening) || comment_end == comment.npos) return {};
        comment = comment.substr(opening.size(), comment_end - opening.size());
        if (comment.ends_with(' ')) comment.remove_suffix(1);
        return css_uncommented(comment);
    }

    /// Of a declaration or selector: ";", "{" or "}" outside of strings.
    std::size_t end_of_part(std::size_t begin) const {
        std::size_t at = begin;
        while (at < text_.size() && std::string_view(";{}").find(text_[at]) == std::string_view::npos)
            at = text_[at] == '"' || text_[at] == '\'' ? end_of_string(at) : at + 1;
        return at;
    }

    /// Behind the closing quote, or the end of the line, where CSS ends a string that lacks one.
    std::size_t end_of_string(std::size_t begin) const {
        const char ends[]{text_[begin], '\n', '\0'};
        std::size_t at = begin + 1;
        while (at < text_.size() && text_[at] != ends[0] && text_[at] != ends[1])
            at += text_[at] == '\\' ? 2u : 1u;
        return std::min(at + 1, text_.size());
    }

    /// Behind the bracket that closes the one at `begin`.
    std::size_t end_of_brackets(std::size_t begin, std::size_t end) const {
        std::size_t depth = 0;
        for (std::size_t at = begin; at < end; ++at) {
            depth += text_[at] == '(';
            if (text_[at] == ')' && --depth == 0) return at + 1;
        }
        return end;
    }

    void add_colors(std::size_t begin, std::size_t end, bool names) {
        constexpr std::string_view word_letters =
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_%.";
        for (std::size_t at = begin; at < end;) {
            if (text_[at] == '"' || text_[at] == '\'') {
                at = end_of_string(at);
                continue;
            }
            const bool is_code = text_[at] == '#';
            const std::size_t word_end = std::min(text_.find_first_not_of(word_letters, at + is_code), end);
            if (word_end == at) {
                ++at;
                continue;
            }
            at = add_word(at, word_end, end, names);
        }
    }

    /// Adds the colour of a word, or of the function whose name it is, if any. Returns where it ends.
    std::size_t add_word(std::size_t begin, std::size_t word_end, std::size_t end, bool names) {
        const std::string_view word = part(begin, word_end);
        if (word_end == end || text_[word_end] != '(') {
            if (word[0] == '#')
                add(begin, word_end);
            else if (const auto named = names ? css_color(word) : std::nullopt)
                colors_.add({*named});
            return word_end;
        }
        const std::string function = lower_case(word);
        if (function == "url") return end_of_brackets(word_end, end);
        if (std::ranges::find(css_functions, function) == std::end(css_functions)) return word_end;
        const std::size_t function_end = end_of_brackets(word_end, end);
        // Colours that depend on a variable have no value here.
        if (lower_case(part(begin, function_end)).find("var(") == std::string::npos) add(begin, function_end);
        return function_end;
    }

    void add(std::size_t begin, std::size_t end) {
        const auto color = css_color(part(begin, end));
        if (!color) {
            const auto lines = std::count(text_.begin(), text_.begin() + std::ptrdiff_t(begin), '\n');
            refuse_line(std::size_t(1 + lines), part(begin, end), is_no_color);
        }
        colors_.add({*color});
    }

    std::string_view file_;
    std::string text_; ///< the file without its comments
    ColorList colors_;
};

/// Lines of a code each, where eight digits are read by `of_eight` and have their alpha at `alpha`.
template <class OfEight>
std::vector<PaletteColor> codes_in(std::string_view file, std::size_t alpha, OfEight&& of_eight) {
    ColorList colors;
    each_line(file, [&](std::string_view line, std::size_t number) {
        line = trimmed(line.substr(0, std::min(line.find(';'), line.find("//"))));
        if (line.empty()) return;
        const auto color = line.size() == 8 ? of_eight(line) : rgb_from_hex(line);
        const auto short_or_long = color || !line.starts_with('#') ? color : css_color(line);
        if (!short_or_long) refuse_line(number, line, is_no_color);
        colors.add({*short_or_long});
        const std::string_view digits = line.substr(line.starts_with('#') ? 1 : 0);
        colors.back().transparent = digits.size() == 8 && digits.substr(alpha, 2) == "00";
    });
    return colors.taken();
}

/// Decides while a file is parsed which of its values are kept. Each takes ten times its bytes.
class JsonLimit {
public:
    bool keeps(int depth, json::parse_event_t event, const json& value) {
        using Event = json::parse_event_t;
        const bool is_list = event == Event::array_start || event == Event::object_start;
        if (depth == 0) is_object_ = is_object_ || event == Event::object_start;
        if (depth == 1 && event == Event::key) is_of_colors_ = value == "colors";
        if (is_list && depth > 0 && is_object_ && !is_of_colors_) return false;
        if ((is_list || event == Event::value) && ++values_ > most)
            refuse_text("the JSON holds more than a palette");
        return true;
    }

private:
    static constexpr std::size_t most = 32 * max_palette_colors;
    std::size_t values_ = 0;
    bool is_object_ = false, is_of_colors_ = false;
};

std::string json_name(const json& entry) {
    const bool has_name = entry.is_object() && entry.contains("name") && entry.at("name").is_string();
    return has_name ? entry.at("name").get<std::string>() : "";
}

bool json_transparent(const json& entry) {
    const auto says = entry.is_object() ? entry.find("transparent") : entry.end();
    return says != entry.end() && *says == true;
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

std::vector<PaletteColor> decode_gpl(std::string_view file) {
    ColorList colors;
    bool has_alpha = false;
    each_line(file, [&](std::string_view line, std::size_t number) {
        const bool is_head = line.empty() || line[0] == '#' || line.find(':') != line.npos || number == 1;
        if (line.starts_with("Channels:")) has_alpha = line.find("RGBA") != line.npos;
        if (!begins_with_digit(line) && is_head) return;
        const Rgb color = triple_of(line, number);
        line = trimmed(line);
        const auto digits = has_alpha ? std::min(line.find_first_not_of("0123456789"), line.size()) : 0;
        const bool transparent = digits > 0 && line.find_first_not_of('0') >= digits;
        line = trimmed(line.substr(digits));
        const std::string name = line == "Untitled" ? "" : std::string(line); // as GIMP calls all
        colors.add({.color = color, .name = name, .transparent = transparent});
    });
    return colors.taken();
}

std::vector<PaletteColor> decode_hex(std::string_view file) {
    return codes_in(file, 6,
                    [](std::string_view rrggbbaa) { return css_color("#" + std::string(rrggbbaa)); });
}

std::vector<PaletteColor> decode_paint_net(std::string_view file) {
    return codes_in(file, 0, [](std::string_view aarrggbb) { return rgb_from_hex(aarrggbb.substr(2)); });
}

std::vector<PaletteColor> decode_jasc(std::string_view file) {
    ColorList colors;
    constexpr std::size_t head = 3;
    each_line(file, [&](std::string_view line, std::size_t number) {
        if (number <= head || line.empty()) return;
        colors.add({triple_of(line, number)});
        const std::string_view alpha = trimmed(line);
        colors.back().transparent = !alpha.empty() && alpha.find_first_not_of('0') == alpha.npos;
    });
    return colors.taken();
}

std::vector<PaletteColor> decode_css(std::string_view file) { return StyleSheet(file).read(); }

std::vector<PaletteColor> decode_json(std::string_view file) {
    try {
        JsonLimit limit;
        const json whole = json::parse(file, [&](int depth, json::parse_event_t event, const json& value) {
            return limit.keeps(depth, event, value);
        });
        const json& entries = whole.is_object() ? whole.at("colors") : whole;
        if (!entries.is_array()) refuse_text("\"colors\" is not an array");
        ColorList colors;
        for (const json& entry : entries)
            colors.add({json_color(entry), json_name(entry), json_transparent(entry)});
        return colors.taken();
    } catch (const json::exception&) {
        refuse_text("the JSON is not a palette");
    }
}

}
