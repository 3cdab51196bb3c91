#include "pipeline/setting_words.h"

#include "base/wording.h"
#include "color/css_color.h"
#include "palette/palette_file.h"
#include "pipeline/recipe.h"

#include <algorithm>

namespace huedrift {
namespace {

/// Removes the text before the first `mark`, and the mark, and returns that text; all of it if there is no
/// mark.
std::string_view cut_off(std::string_view& text, char mark) {
    const std::size_t at = text.find(mark);
    const std::string_view head = text.substr(0, at);
    text.remove_prefix(at == text.npos ? text.size() : at + 1);
    return head;
}

template <class Number>
bool read_number(std::string_view word, Number& number, Number low, Number high) {
    const auto read = number_in<Number>(word);
    number = read.value_or(number);
    return read && number >= low && number <= high;
}

std::string_view without_spaces(std::string_view word) {
    word.remove_prefix(std::min(word.find_first_not_of(' '), word.size()));
    return word.substr(0, word.find_last_not_of(' ') + 1);
}

template <class Item>
bool read_items(std::string_view text, std::vector<Item>& items) {
    items.clear();
    while (!text.empty()) {
        if (text.ends_with(',') || items.size() == max_palette_colors) return false;
        if (!read_word(without_spaces(cut_off(text, ',')), items.emplace_back())) return false;
    }
    return true;
}

}

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

bool read_word(std::string_view word, Rgb& color) {
    if (word.starts_with('#')) word.remove_prefix(1);
    const bool is_code = word.size() == 3 || word.size() == 6;
    const auto read = is_code ? css_color("#" + std::string(word)) : std::nullopt;
    color = read.value_or(Rgb{});
    return read.has_value();
}

bool read_word(std::string_view word, Pin& pin) {
    const bool has_distance = word.find('@') != word.npos;
    if (!read_word(cut_off(word, '@'), pin.color)) return false;
    return !has_distance || read_number(word, pin.distance.emplace(), 0.0, max_radius);
}

bool read_word(std::string_view word, Edit& edit) {
    return read_word(cut_off(word, '='), edit.source) && read_word(word, edit.target);
}

bool read_word(std::string_view word, SlotRange& slots) {
    constexpr std::uint32_t most = max_palette_colors - 1;
    const bool has_end = word.find('-') != word.npos;
    if (!read_number(cut_off(word, '-'), slots.first, 0u, most)) return false;
    slots.last = slots.first;
    return !has_end || read_number(word, slots.last, slots.first, most);
}

bool read_word(std::string_view text, std::vector<Rgb>& colors) { return read_items(text, colors); }
bool read_word(std::string_view text, std::vector<Pin>& pins) { return read_items(text, pins); }
bool read_word(std::string_view text, std::vector<Edit>& edits) { return read_items(text, edits); }
bool read_word(std::string_view text, std::vector<SlotRange>& slots) { return read_items(text, slots); }

std::string word_of(const AlphaMode& mode) {
    if (mode.kind == AlphaMode::Kind::keep) return "keep";
    if (mode.kind == AlphaMode::Kind::threshold) return "threshold:" + std::to_string(mode.threshold);
    if (mode.kind == AlphaMode::Kind::levels)
        return mode.levels == max_alpha_levels ? "levels" : "levels:" + std::to_string(mode.levels);
    return "matte:" + word_of(Rgb{mode.matte.r, mode.matte.g, mode.matte.b});
}

bool read_word(std::string_view word, AlphaMode& mode) {
    using Kind = AlphaMode::Kind;
    const bool has_value = word.find(':') != word.npos;
    const std::string_view name = cut_off(word, ':');
    mode = {};
    if (name == "keep") return !has_value;
    if (name == "levels") {
        mode = {.kind = Kind::levels, .levels = max_alpha_levels};
        return !has_value || read_number(word, mode.levels, min_alpha_levels, max_alpha_levels);
    }
    if (name == "matte") {
        Rgb color;
        const bool is_color = read_word(word, color);
        mode = {.kind = Kind::matte, .matte = {color.r, color.g, color.b, 255}};
        return is_color;
    }
    mode.kind = Kind::threshold;
    return name == "threshold" && read_number<std::uint8_t>(word, mode.threshold, 1, 255);
}

namespace {

constexpr std::uint32_t max_anchor = (1 << 30) - 1;

/// Reads a decimal with up to three places.
bool read_thousandths(std::string_view word, std::uint32_t& thousandths) {
    const std::size_t point = word.find('.');
    std::string digits(word.substr(0, point));
    const std::string_view places = point == word.npos ? "" : word.substr(point + 1);
    if (digits.empty() || digits.size() > 4 || places.size() > 3 || (point != word.npos && places.empty()))
        return false;
    digits += std::string(places) + std::string(3 - places.size(), '0');
    return read_number(digits, thousandths, std::uint32_t{min_cell}, std::uint32_t{max_cell});
}

/// Reads "X:Y".
bool read_anchor(std::string_view word, GridAnchor& anchor) {
    return read_number(cut_off(word, ':'), anchor.x, 0u, max_anchor) &&
           read_number(word, anchor.y, 0u, max_anchor) && anchor != GridAnchor{};
}

}

std::string thousandths_text(std::uint32_t thousandths) {
    std::string places = std::to_string(1000 + thousandths % 1000);
    places.front() = '.';
    while (places.back() == '0') places.pop_back();
    return std::to_string(thousandths / 1000) + (places == "." ? "" : places);
}

std::string word_of(const GridChoice& choice) {
    if (choice.kind == GridChoice::Kind::off) return "off";
    if (choice.kind == GridChoice::Kind::automatic) return "auto";
    std::string text = thousandths_text(choice.size.width);
    if (choice.size.width != choice.size.height) text += "x" + thousandths_text(choice.size.height);
    const GridAnchor& anchor = choice.anchor;
    return anchor == GridAnchor{} ? text
                                  : text + "@" + std::to_string(anchor.x) + ":" + std::to_string(anchor.y);
}

bool read_word(std::string_view word, GridChoice& choice) {
    choice = {};
    if (word == "off") return true;
    choice.kind = GridChoice::Kind::automatic;
    if (word == "auto") return true;
    choice.kind = GridChoice::Kind::given;
    const bool has_anchor = word.find('@') != word.npos;
    std::string_view size = cut_off(word, '@');
    if (has_anchor && !read_anchor(word, choice.anchor)) return false;
    const bool is_square = size.find('x') == size.npos;
    if (!read_thousandths(cut_off(size, 'x'), choice.size.width)) return false;
    choice.size.height = choice.size.width;
    return is_square || read_thousandths(size, choice.size.height);
}

std::string word_of(const TileSize& size) {
    return std::to_string(size.width) + "x" + std::to_string(size.height);
}

bool read_word(std::string_view word, TileSize& size) {
    return read_number(cut_off(word, 'x'), size.width, 1, max_tile_side) &&
           read_number(word, size.height, 1, max_tile_side);
}

std::string word_of(const MaskId& id) { return hex_text(id.hash); }

bool read_word(std::string_view word, MaskId& id) {
    const auto hash = number_in<std::uint64_t>(word, 16);
    id.hash = hash.value_or(0);
    return hash && word.size() == 16;
}

}
