#include "pipeline/color_lists.h"

#include "base/decimal.h"
#include "color/css_color.h"
#include "palette/palette_file.h"

#include <algorithm>
#include <charconv>

namespace huedrift {
namespace {

std::string word_of(Rgb color) { return hex_code(color).substr(1); }

std::string word_of(const Pin& pin) {
    if (!pin.distance) return word_of(pin.color);
    return word_of(pin.color) + "@" + shortest(*pin.distance);
}

std::string word_of(const Edit& edit) { return word_of(edit.source) + "=" + word_of(edit.target); }

std::string word_of(const SlotRange& slots) {
    const std::string first = std::to_string(slots.first);
    return slots.first == slots.last ? first : first + "-" + std::to_string(slots.last);
}

template <class Item>
std::string text_of(std::span<const Item> items) {
    std::string text;
    for (const Item& item : items) {
        if (!text.empty()) text += ',';
        text += word_of(item);
    }
    return text;
}

template <class Number>
std::optional<Number> number_in(std::string_view text) {
    Number number{};
    const char* const end = text.data() + text.size();
    const bool whole = std::from_chars(text.data(), end, number) == std::from_chars_result{end, {}};
    return whole ? std::optional(number) : std::nullopt;
}

/// "rrggbb" or "rgb", with or without "#".
bool read_word(std::string_view word, Rgb& color) {
    if (word.starts_with('#')) word.remove_prefix(1);
    const bool is_code = word.size() == 3 || word.size() == 6;
    const auto read = is_code ? css_color("#" + std::string(word)) : std::nullopt;
    color = read.value_or(Rgb{});
    return read.has_value();
}

bool read_word(std::string_view word, Pin& pin) {
    const std::size_t at = word.find('@');
    if (!read_word(word.substr(0, at), pin.color)) return false;
    if (at == word.npos) return true;
    pin.distance = number_in<double>(word.substr(at + 1));
    return pin.distance && *pin.distance >= 0 && *pin.distance <= max_radius;
}

bool read_word(std::string_view word, Edit& edit) {
    const std::size_t at = word.find('=');
    return at != word.npos && read_word(word.substr(0, at), edit.source) &&
           read_word(word.substr(at + 1), edit.target);
}

bool read_word(std::string_view word, SlotRange& slots) {
    const std::size_t dash = word.find('-');
    const auto first = number_in<std::uint32_t>(word.substr(0, dash));
    const auto last = dash == word.npos ? first : number_in<std::uint32_t>(word.substr(dash + 1));
    if (!first || !last || *first > *last || *last >= max_palette_colors) return false;
    slots = {*first, *last};
    return true;
}

/// The word without the spaces around it.
std::string_view without_spaces(std::string_view word) {
    word.remove_prefix(std::min(word.find_first_not_of(' '), word.size()));
    return word.substr(0, word.find_last_not_of(' ') + 1);
}

template <class Item>
std::optional<std::vector<Item>> items_in(std::string_view text) {
    std::vector<Item> items;
    while (!text.empty()) {
        const std::size_t comma = text.find(',');
        if (comma + 1 == text.size() || items.size() == max_palette_colors) return std::nullopt;
        if (!read_word(without_spaces(text.substr(0, comma)), items.emplace_back())) return std::nullopt;
        text.remove_prefix(comma == text.npos ? text.size() : comma + 1);
    }
    return items;
}

}

std::string list_text(std::span<const Rgb> colors) { return text_of(colors); }
std::string list_text(std::span<const Pin> pins) { return text_of(pins); }
std::string list_text(std::span<const Edit> edits) { return text_of(edits); }
std::string list_text(std::span<const SlotRange> slots) { return text_of(slots); }

std::optional<std::vector<Rgb>> colors_in(std::string_view text) { return items_in<Rgb>(text); }
std::optional<std::vector<Pin>> pins_in(std::string_view text) { return items_in<Pin>(text); }
std::optional<std::vector<Edit>> edits_in(std::string_view text) { return items_in<Edit>(text); }
std::optional<std::vector<SlotRange>> slots_in(std::string_view text) { return items_in<SlotRange>(text); }

std::string alpha_text(const AlphaMode& mode) {
    if (mode.kind == AlphaMode::Kind::keep) return "keep";
    if (mode.kind == AlphaMode::Kind::threshold) return "threshold:" + std::to_string(mode.threshold);
    if (mode.kind == AlphaMode::Kind::levels)
        return mode.levels == max_alpha_levels ? "levels" : "levels:" + std::to_string(mode.levels);
    return "matte:" + word_of(Rgb{mode.matte.r, mode.matte.g, mode.matte.b});
}

std::optional<AlphaMode> alpha_in(std::string_view text) {
    constexpr std::string_view threshold = "threshold:", matte = "matte:", levels = "levels:";
    if (text == "keep") return AlphaMode{};
    if (text == "levels") return AlphaMode{.kind = AlphaMode::Kind::levels, .levels = max_alpha_levels};
    if (text.starts_with(matte)) {
        Rgb color;
        if (!read_word(text.substr(matte.size()), color)) return std::nullopt;
        return AlphaMode{.kind = AlphaMode::Kind::matte, .matte = {color.r, color.g, color.b, 255}};
    }
    if (text.starts_with(levels)) {
        const auto count = number_in<std::uint16_t>(text.substr(levels.size()));
        if (!count || *count < min_alpha_levels || *count > max_alpha_levels) return std::nullopt;
        return AlphaMode{.kind = AlphaMode::Kind::levels, .levels = *count};
    }
    if (!text.starts_with(threshold)) return std::nullopt;
    const auto from = number_in<std::uint8_t>(text.substr(threshold.size()));
    if (!from || *from == 0) return std::nullopt;
    return AlphaMode{.kind = AlphaMode::Kind::threshold, .threshold = *from};
}

}
