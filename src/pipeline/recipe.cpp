#include "pipeline/recipe.h"

#include "base/decimal.h"
#include "image/smooth.h"
#include "pipeline/enumerators.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <concepts>
#include <limits>
#include <sstream>
#include <type_traits>

namespace huedrift {
namespace {

struct Range {
    double low, high;
};

bool take(double& target, const RecipeValue& value, Range range, OutOfRange mode) {
    const auto* const whole = std::get_if<std::int64_t>(&value);
    const auto* const real = std::get_if<double>(&value);
    if (!whole && !real) return false;
    const double number = whole ? double(*whole) : *real;
    if (!std::isfinite(number)) return false;
    const double nearest = std::clamp(number, range.low, range.high);
    if (mode == OutOfRange::refuse && nearest != number) return false;
    target = nearest;
    return true;
}

template <std::integral Whole>
bool take(Whole& target, const RecipeValue& value, Range range, OutOfRange mode) {
    double number = 0;
    if (mode == OutOfRange::refuse && !std::holds_alternative<std::int64_t>(value)) return false;
    if (!take(number, value, range, mode)) return false;
    target = static_cast<Whole>(number);
    return true;
}

template <std::integral Whole>
bool take(std::optional<Whole>& target, const RecipeValue& value, Range range, OutOfRange mode) {
    Whole number = 0;
    const bool none = std::holds_alternative<std::monostate>(value);
    if (!none && !take(number, value, range, mode)) return false;
    target = none ? std::nullopt : std::optional(number);
    return true;
}

template <class Enum>
requires std::is_enum_v<Enum>
bool take(Enum& target, const RecipeValue& value) {
    const auto* const name = std::get_if<std::string>(&value);
    const auto& all = enumerators<Enum>;
    const auto found = std::ranges::find_if(all, [&](Enum one) { return name && name_of(one) == *name; });
    if (found == all.end()) return false;
    target = *found;
    return true;
}

bool take(bool& target, const RecipeValue& value) {
    const auto* const given = std::get_if<bool>(&value);
    if (given) target = *given;
    return given;
}

/// A list that `read` reads.
template <class List, class Read>
bool take(List& target, const RecipeValue& value, Read&& read) {
    const auto* const text = std::get_if<std::string>(&value);
    auto list = text ? read(*text) : std::nullopt;
    if (list) target = std::move(*list);
    return list.has_value();
}

RecipeValue value_of(const std::optional<std::uint32_t>& number) {
    return number ? RecipeValue(std::int64_t{*number}) : RecipeValue();
}

constexpr double max_count = std::numeric_limits<std::uint32_t>::max();

constexpr RecipeRow rows[] = {
    {"radius", "radius", true,
     [](const Recipe& recipe) { return recipe.colors ? RecipeValue() : RecipeValue(recipe.radius); },
     [](Recipe& recipe, const RecipeValue& value, OutOfRange mode) {
         // Texts may hold radii below a unit, although they join nothing.
         const double low =
             mode == OutOfRange::clamp ? 1.0 / units_per_one : std::numeric_limits<double>::denorm_min();
         return take(recipe.radius, value, {low, max_radius}, mode);
     }},
    {"colors", nullptr, false, [](const Recipe& recipe) { return value_of(recipe.colors); },
     [](Recipe& recipe, const RecipeValue& value, OutOfRange mode) {
         return take(recipe.colors, value, {1, rgb_codes}, mode);
     }},
    {"weighting", "weighting", true,
     [](const Recipe& recipe) -> RecipeValue { return std::string(name_of(recipe.weighting)); },
     [](Recipe& recipe, const RecipeValue& value, OutOfRange) { return take(recipe.weighting, value); }},
    {"transfer", "transfer", true,
     [](const Recipe& recipe) -> RecipeValue { return std::string(name_of(recipe.transfer)); },
     [](Recipe& recipe, const RecipeValue& value, OutOfRange) { return take(recipe.transfer, value); }},
    {"max-iterations", "max_iterations", false,
     [](const Recipe& recipe) { return value_of(recipe.max_iterations); },
     [](Recipe& recipe, const RecipeValue& value, OutOfRange mode) {
         return take(recipe.max_iterations, value, {0, max_count}, mode);
     }},
    {"profile", "profile", false,
     [](const Recipe& recipe) -> RecipeValue { return std::string(name_of(recipe.profile)); },
     [](Recipe& recipe, const RecipeValue& value, OutOfRange) { return take(recipe.profile, value); }},
    {"smooth", "smooth", false,
     [](const Recipe& recipe) -> RecipeValue { return std::int64_t{recipe.smooth}; },
     [](Recipe& recipe, const RecipeValue& value, OutOfRange mode) {
         return take(recipe.smooth, value, {0, largest_smooth_radius}, mode);
     }},
    {"merge", "merge", true,
     [](const Recipe& recipe) -> RecipeValue {
         if (!recipe.merge) return std::string("auto");
         return *recipe.merge == 0 ? RecipeValue(std::string("off")) : RecipeValue(*recipe.merge);
     },
     [](Recipe& recipe, const RecipeValue& value, OutOfRange mode) {
         if (value == RecipeValue(std::string("auto"))) {
             recipe.merge.reset();
             return true;
         }
         double distance = 0;
         if (value != RecipeValue(std::string("off")) && !take(distance, value, {0, max_radius}, mode))
             return false;
         recipe.merge = distance;
         return true;
     }},
    {"assign", "assign", true,
     [](const Recipe& recipe) -> RecipeValue { return std::string(name_of(recipe.assign)); },
     [](Recipe& recipe, const RecipeValue& value, OutOfRange) { return take(recipe.assign, value); }},
    {"refine", "refine", true,
     [](const Recipe& recipe) -> RecipeValue { return std::string(name_of(recipe.refine)); },
     [](Recipe& recipe, const RecipeValue& value, OutOfRange) { return take(recipe.refine, value); }},
    {"join-to", "join_to", false, [](const Recipe& recipe) { return value_of(recipe.join_to); },
     [](Recipe& recipe, const RecipeValue& value, OutOfRange mode) {
         return take(recipe.join_to, value, {1, rgb_codes}, mode);
     }},
    {"min-share", "min_share", false, [](const Recipe& recipe) -> RecipeValue { return recipe.min_share; },
     [](Recipe& recipe, const RecipeValue& value, OutOfRange mode) {
         return take(recipe.min_share, value, {0, 100}, mode);
     }},
    {"pin", "pin", false, [](const Recipe& recipe) -> RecipeValue { return list_text(recipe.pins); },
     [](Recipe& recipe, const RecipeValue& value, OutOfRange) { return take(recipe.pins, value, pins_in); },
     true},
    {"to", "to", false, [](const Recipe& recipe) -> RecipeValue { return list_text(recipe.to); },
     [](Recipe& recipe, const RecipeValue& value, OutOfRange) { return take(recipe.to, value, colors_in); },
     true},
    {"directly", "directly", false, [](const Recipe& recipe) -> RecipeValue { return recipe.directly; },
     [](Recipe& recipe, const RecipeValue& value, OutOfRange) { return take(recipe.directly, value); }},
    {"join", "join", false, [](const Recipe& recipe) -> RecipeValue { return list_text(recipe.joins); },
     [](Recipe& recipe, const RecipeValue& value, OutOfRange) { return take(recipe.joins, value, edits_in); },
     true},
    {"recolor", "recolor", false,
     [](const Recipe& recipe) -> RecipeValue { return list_text(recipe.recolors); },
     [](Recipe& recipe, const RecipeValue& value, OutOfRange) {
         return take(recipe.recolors, value, edits_in);
     },
     true},
    {"alpha", "alpha", false, [](const Recipe& recipe) -> RecipeValue { return alpha_text(recipe.alpha); },
     [](Recipe& recipe, const RecipeValue& value, OutOfRange) { return take(recipe.alpha, value, alpha_in); },
     true},
    {"defringe", "defringe", false,
     [](const Recipe& recipe) -> RecipeValue { return std::int64_t{recipe.labels.defringe}; },
     [](Recipe& recipe, const RecipeValue& value, OutOfRange mode) {
         return take(recipe.labels.defringe, value, {0, max_defringe}, mode);
     }},
    {"min-region", "min_region", false,
     [](const Recipe& recipe) -> RecipeValue { return std::int64_t{recipe.labels.min_region}; },
     [](Recipe& recipe, const RecipeValue& value, OutOfRange mode) {
         return take(recipe.labels.min_region, value, {0, max_count}, mode);
     }},
    {"dither", "dither", false,
     [](const Recipe& recipe) -> RecipeValue { return std::string(name_of(recipe.labels.dither)); },
     [](Recipe& recipe, const RecipeValue& value, OutOfRange) { return take(recipe.labels.dither, value); }},
    {"strength", "strength", false,
     [](const Recipe& recipe) -> RecipeValue { return recipe.labels.strength; },
     [](Recipe& recipe, const RecipeValue& value, OutOfRange mode) {
         return take(recipe.labels.strength, value, {0, 1}, mode);
     }},
    {"order", "order", false,
     [](const Recipe& recipe) {
         return recipe.order ? RecipeValue(std::string(name_of(*recipe.order))) : RecipeValue();
     },
     [](Recipe& recipe, const RecipeValue& value, OutOfRange) {
         SwatchOrder order{};
         const bool none = std::holds_alternative<std::monostate>(value);
         if (!none && !take(order, value)) return false;
         recipe.order = none ? std::nullopt : std::optional(order);
         return true;
     }},
    {"arrange", "arrange", false,
     [](const Recipe& recipe) -> RecipeValue { return list_text(recipe.arrange); },
     [](Recipe& recipe, const RecipeValue& value, OutOfRange) {
         return take(recipe.arrange, value, colors_in);
     },
     true},
    {"transparent-index", "transparent_index", false,
     [](const Recipe& recipe) { return value_of(recipe.transparent_index); },
     [](Recipe& recipe, const RecipeValue& value, OutOfRange mode) {
         return take(recipe.transparent_index, value, {0, 255}, mode);
     }},
};

std::string word_of(double number) { return shortest(number); }
std::string word_of(std::int64_t number) { return std::to_string(number); }
std::string word_of(const std::string& word) { return word; }
std::string word_of(bool) { return {}; } // its option says it all
std::string word_of(std::monostate) { return {}; }

template <class Number>
bool is_whole_word(const std::string& word, Number& number) {
    const char* const end = word.data() + word.size();
    const auto [rest, failure] = std::from_chars(word.data(), end, number);
    return failure == std::errc{} && rest == end;
}

RecipeValue read_word(const RecipeRow& row, const std::string& word) {
    std::int64_t whole = 0;
    double real = 0;
    if (row.is_text) return word;
    if (is_whole_word(word, whole)) return whole;
    if (is_whole_word(word, real)) return real;
    return word;
}

bool is_flag(const RecipeRow& row) { return std::holds_alternative<bool>(row.get(Recipe{})); }

/// Reads the option `name` and its value, the next word; false if there is no such option or value.
bool read_option(const std::string& name, std::istream& words, Recipe& recipe) {
    const auto row = std::ranges::find_if(
        rows, [&](const RecipeRow& candidate) { return name == std::string("--") + candidate.word; });
    if (row == std::end(rows)) return false;
    if (is_flag(*row)) return row->set(recipe, true, OutOfRange::refuse);
    std::string word;
    return words >> word && row->set(recipe, read_word(*row, word), OutOfRange::refuse);
}

}

bool is_pinned(const Recipe& recipe, Rgb color) {
    return std::ranges::find(recipe.pins, color, &Pin::color) != recipe.pins.end();
}

std::span<const RecipeRow> recipe_rows() { return rows; }

std::string recipe_text(const Recipe& recipe) {
    std::string text;
    for (const RecipeRow& row : rows) {
        const RecipeValue value = row.get(recipe);
        if (std::holds_alternative<std::monostate>(value)) continue;
        if (!row.always && value == row.get(Recipe{})) continue;
        text += (text.empty() ? "--" : " --") + std::string(row.word);
        const std::string word = std::visit([](const auto& v) { return word_of(v); }, value);
        if (!is_flag(row)) text += " " + word;
    }
    return text;
}

std::optional<Recipe> parse_recipe(std::string_view text) {
    std::istringstream words{std::string(text)};
    Recipe recipe{.merge = 0.0};
    std::string name;
    bool any = false;
    while (words >> name) {
        if (!read_option(name, words, recipe)) return std::nullopt;
        any = true;
    }
    return any ? std::optional(recipe) : std::nullopt;
}

std::string recipe_note(std::string_view text) {
    const auto recipe = parse_recipe(text);
    if (!recipe || squared_merge_distance(recipe->options()) == 0 || text.find("--refine") != text.npos)
        return {};
    if (recipe->merge && text.find("--assign") == text.npos)
        return "Its recipe is from a version that merged chains of modes; its merge distance now has "
               "today's meaning.";
    return "Its recipe is from a version that merged modes in another order; a few colours may differ.";
}

Recipe clamped(Recipe recipe) {
    for (const RecipeRow& row : rows)
        if (!row.set(recipe, row.get(recipe), OutOfRange::clamp))
            row.set(recipe, row.get(Recipe{}), OutOfRange::clamp);
    return recipe;
}

}
