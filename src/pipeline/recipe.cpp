#include "pipeline/recipe.h"

#include "base/wording.h"
#include "palette/palette_file.h"
#include "pipeline/recipe_rows.h"

#include <algorithm>
#include <string_view>

namespace huedrift {
namespace {

/// Reads the option `name` and its value, the next word; false if there is no such option or value.
bool read_option(const std::string& name, std::string_view& words, Recipe& recipe) {
    const auto row = std::ranges::find(recipe_rows(), name, &RecipeRow::option);
    if (row == recipe_rows().end()) return false;
    const std::string word = row->kind == RecipeKind::flag ? "" : take_word(words);
    return (row->kind == RecipeKind::flag || !word.empty()) && row->read(recipe, word);
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
        if (row.kind != RecipeKind::flag) text += " " + value_text(value);
    }
    return text;
}

std::optional<Recipe> parse_recipe(std::string_view text) {
    Recipe recipe;
    bool any = false;
    for (std::string name; !(name = take_word(text)).empty(); any = true)
        if (!read_option(name, text, recipe)) return std::nullopt;
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
        if (row.kind == RecipeKind::list && row.count(recipe) > max_palette_colors)
            return "there can be at most " + std::to_string(max_palette_colors) + " " + row.items + ", not " +
                   std::to_string(row.count(recipe));
    return {};
}

}
