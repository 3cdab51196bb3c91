#include "app/ui/setting_rows.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace huedrift::app {
namespace {

/// 0 for a setting without a number.
double number_in(const RecipeValue& value) {
    if (const auto* const whole = std::get_if<std::int64_t>(&value)) return double(*whole);
    const auto* const real = std::get_if<double>(&value);
    return real ? *real : 0;
}

RecipeValue value_of(double number, const RecipeRow& row) {
    return row.is_whole ? RecipeValue(std::int64_t{std::llround(number)}) : RecipeValue(number);
}

}

NumberRange range_of(const RecipeRow& row) {
    return {.min = row.range.low, .max = row.range.high, .whole = row.is_whole, .unit = row.unit};
}

std::string tip_of(const RecipeRow& row) {
    const std::string about = row.about();
    const std::size_t end = std::min({about.find("; "), about.find(". "), about.size() - 1});
    return about.substr(0, end) + ".  (" + row.word + ")";
}

void SettingRows::caption(const char* word) const {
    const RecipeRow& row = recipe_row(word);
    app::caption(row.caption, tip_of(row), gui_);
}

void SettingRows::choice(const char* word) {
    const RecipeRow& row = recipe_row(word);
    const std::vector<std::string> names = row.names();
    const RecipeValue value = row.get(recipe_);
    const auto chosen = std::ranges::find(names, std::get<std::string>(value)) - names.begin();
    const auto clicked = app::choice(row.caption, tip_of(row), row.labels(), static_cast<int>(chosen), gui_);
    if (clicked) row.set(recipe_, names[static_cast<std::size_t>(*clicked)], OutOfRange::refuse);
    note(clicked.has_value());
}

void SettingRows::tick(const char* word) {
    const RecipeRow& row = recipe_row(word);
    const RecipeValue usual = row.get(Recipe{});
    RecipeValue other = true;
    const char* label = row.caption;
    if (row.kind == RecipeKind::name) {
        const std::vector<std::string> names = row.names();
        const std::size_t number = usual == RecipeValue(names[0]) ? 1 : 0;
        other = names[number];
        label = row.labels()[number];
        caption(word);
    }
    bool checked = row.get(recipe_) == other;
    const bool clicked = checkbox(label, checked, gui_);
    tooltip(tip_of(row), gui_);
    if (clicked) row.set(recipe_, checked ? other : usual, OutOfRange::refuse);
    note(clicked);
}

void SettingRows::slider(const char* word, const Track& track) {
    const RecipeRow& row = recipe_row(word);
    double number = number_in(row.get(recipe_));
    const Change change = slider_and_field(word, fields_[row.word], number, range_of(row), track, gui_);
    tooltip(tip_of(row), gui_);
    if (change != Change::none) row.set(recipe_, value_of(number, row), OutOfRange::clamp);
    note(change);
}

void SettingRows::number(const char* word) {
    const RecipeRow& row = recipe_row(word);
    const auto [low, high] = row.range;
    number(word, {.low = low,
                  .high = high,
                  .per_unit = row.is_whole ? 1.0 : 100.0,
                  .notch = row.is_whole ? 1 / (high - low) : 0.05});
}

void SettingRows::number(const char* word, const Track& track) {
    caption(word);
    slider(word, track);
}

std::optional<Weightings> weightings_choice(Weightings chosen, const Gui& gui) {
    const RecipeRow& row = recipe_row("weighting");
    return choice<Weightings>(
        row.caption, tip_of(row),
        {{Weightings::frequency, "Pixels"}, {Weightings::palette, "Colours"}, {Weightings::both, "Both"}},
        chosen, gui);
}

}
