#include "pipeline/recipe.h"

#include "base/decimal.h"
#include "pipeline/recipe_rows.h"

#include <algorithm>
#include <charconv>
#include <sstream>

namespace huedrift {
namespace {

std::string word_of(double number) { return shortest(number); }
std::string word_of(std::int64_t number) { return std::to_string(number); }
std::string word_of(const std::string& word) { return word; }
std::string word_of(bool) { return {}; } // the option is enough
std::string word_of(std::monostate) { return {}; }

/// Reads the option `name` and its value, the next word; false if there is no such option or value.
bool read_option(const std::string& name, std::istream& words, Recipe& recipe) {
    const auto row = std::ranges::find(recipe_rows(), name, &RecipeRow::option);
    if (row == recipe_rows().end()) return false;
    std::string word;
    return (row->kind == RecipeKind::flag || words >> word) && row->read(recipe, word);
}

}

RecipeEdits edits_of(const Recipe& recipe) {
    return {.pins = recipe.shift.pins,
            .joins = recipe.palette.joins,
            .recolors = recipe.palette.recolors,
            .arrange = recipe.output.arrange,
            .importance = recipe.source.importance,
            .dither_mask = recipe.labels.dither_mask};
}

Recipe with_edits(Recipe recipe, const RecipeEdits& edits) {
    recipe.shift.pins = edits.pins;
    recipe.palette.joins = edits.joins;
    recipe.palette.recolors = edits.recolors;
    recipe.output.arrange = edits.arrange;
    recipe.source.importance = edits.importance;
    recipe.labels.dither_mask = edits.dither_mask;
    return recipe;
}

bool has_edits(const Recipe& recipe) {
    return !recipe.shift.pins.empty() || recipe.palette.edits() || !recipe.output.arrange.empty() ||
           recipe.source.importance || recipe.labels.dither_mask;
}

bool Recipe::reserves(std::size_t place) const {
    // The place for transparent pixels counts as in files.
    const bool has_place = !palette.to_source && order() == SwatchOrder::given && output.transparent_index;
    const std::size_t index = place + (has_place && place >= *output.transparent_index);
    return std::ranges::any_of(
        palette.reserve, [&](const SlotRange& slots) { return index >= slots.first && index <= slots.last; });
}

bool is_pinned(const Recipe& recipe, Rgb color) {
    return std::ranges::find(recipe.shift.pins, color, &Pin::color) != recipe.shift.pins.end();
}

std::string recipe_text(const Recipe& recipe) {
    std::string text;
    for (const RecipeRow& row : recipe_rows()) {
        const RecipeValue value = row.get(recipe);
        if (std::holds_alternative<std::monostate>(value)) continue;
        if (!row.always && value == row.get(Recipe{})) continue;
        text += (text.empty() ? "" : " ") + row.option();
        const std::string word = std::visit([](const auto& v) { return word_of(v); }, value);
        if (row.kind != RecipeKind::flag) text += " " + word;
    }
    return text;
}

std::optional<Recipe> parse_recipe(std::string_view text) {
    std::istringstream words{std::string(text)};
    Recipe recipe;
    std::string name;
    bool any = false;
    while (words >> name) {
        if (!read_option(name, words, recipe)) return std::nullopt;
        any = true;
    }
    return any ? std::optional(recipe) : std::nullopt;
}

Recipe clamped(Recipe recipe) {
    for (const RecipeRow& row : recipe_rows())
        if (row.kind == RecipeKind::number && !row.set(recipe, row.get(recipe), OutOfRange::clamp))
            row.set(recipe, row.get(Recipe{}), OutOfRange::clamp);
    for (Pin& pin : recipe.shift.pins)
        if (pin.distance && !(*pin.distance >= 0 && *pin.distance <= max_radius)) pin.distance.reset();
    return recipe;
}

std::string too_long_list(const Recipe& recipe) {
    for (const RecipeRow& row : recipe_rows())
        if (row.kind == RecipeKind::list && row.count(recipe) > row.most)
            return "there can be at most " + std::to_string(row.most) + " " + row.items + ", not " +
                   std::to_string(row.count(recipe));
    return {};
}

namespace {

constexpr std::uint32_t max_side = 1 << 30;

bool read_whole(std::string_view word, std::uint32_t& number) {
    const char* const end = word.data() + word.size();
    return std::from_chars(word.data(), end, number) == std::from_chars_result{end, {}};
}

/// Reads a decimal with up to three places.
bool read_thousandths(std::string_view word, std::uint32_t& thousandths) {
    const std::size_t point = word.find('.');
    std::string digits(word.substr(0, point));
    const std::string_view places = point == word.npos ? "" : word.substr(point + 1);
    if (digits.empty() || digits.size() > 4 || places.size() > 3 || (point != word.npos && places.empty()))
        return false;
    digits += std::string(places) + std::string(3 - places.size(), '0');
    return read_whole(digits, thousandths);
}

bool read_side(std::string_view word, std::uint32_t& side) {
    return read_thousandths(word, side) && side >= min_cell && side <= max_cell;
}

/// Removes the text before the first `mark`, and the mark, and returns that text; all of it if there is no
/// mark.
std::string_view cut_off(std::string_view& text, char mark) {
    const std::size_t at = text.find(mark);
    const std::string_view head = text.substr(0, at);
    text.remove_prefix(at == text.npos ? text.size() : at + 1);
    return head;
}

/// Reads "X:Y".
bool read_anchor(std::string_view word, GridAnchor& anchor) {
    return read_whole(cut_off(word, ':'), anchor.x) && read_whole(word, anchor.y) && anchor.x < max_side &&
           anchor.y < max_side && anchor != GridAnchor{};
}

}

std::string thousandths_text(std::uint32_t thousandths) {
    std::string places = std::to_string(1000 + thousandths % 1000);
    places.front() = '.';
    while (places.back() == '0') places.pop_back();
    return std::to_string(thousandths / 1000) + (places == "." ? "" : places);
}

std::string grid_text(const GridChoice& choice) {
    if (choice.kind == GridChoice::Kind::off) return "off";
    if (choice.kind == GridChoice::Kind::automatic) return "auto";
    std::string text = thousandths_text(choice.size.width);
    if (choice.size.width != choice.size.height) text += "x" + thousandths_text(choice.size.height);
    const GridAnchor& anchor = choice.anchor;
    return anchor == GridAnchor{} ? text
                                  : text + "@" + std::to_string(anchor.x) + ":" + std::to_string(anchor.y);
}

std::string tile_text(const TileSize& size) {
    return std::to_string(size.width) + "x" + std::to_string(size.height);
}

std::optional<TileSize> tile_in(std::string_view text) {
    std::uint32_t width = 0, height = 0;
    const auto is_side = [](std::uint32_t side) { return side >= 1 && side <= std::uint32_t{max_tile_side}; };
    if (!read_whole(cut_off(text, 'x'), width) || !read_whole(text, height)) return std::nullopt;
    if (!is_side(width) || !is_side(height)) return std::nullopt;
    return TileSize{static_cast<int>(width), static_cast<int>(height)};
}

std::optional<GridChoice> grid_in(std::string_view text) {
    if (text == "off") return GridChoice{};
    if (text == "auto") return GridChoice{GridChoice::Kind::automatic, {}, {}};
    GridChoice choice{GridChoice::Kind::given, {}, {}};
    if (const std::size_t at = text.find('@'); at != text.npos) {
        if (!read_anchor(text.substr(at + 1), choice.anchor)) return std::nullopt;
        text = text.substr(0, at);
    }
    const bool is_square = text.find('x') == text.npos;
    if (!read_side(cut_off(text, 'x'), choice.size.width)) return std::nullopt;
    choice.size.height = choice.size.width;
    if (!is_square && !read_side(text, choice.size.height)) return std::nullopt;
    return choice;
}

}
