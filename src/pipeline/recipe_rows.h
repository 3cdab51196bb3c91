#pragma once

#include "pipeline/recipe.h"

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace huedrift {

/// A setting's value outside a Recipe; monostate if it has none.
using RecipeValue = std::variant<std::monostate, bool, std::int64_t, double, std::string>;
/// The value as a word; empty for flags, of which the option is enough, and without a value.
std::string value_text(const RecipeValue& value);

enum class OutOfRange { refuse, clamp };

/// The range of a number, both ends included.
struct ValueRange {
    double low = 0, high = 0;
};

enum class RecipeKind {
    number,
    flag,
    name, ///< one of names()
    text, ///< even if it looks like a number
    list, ///< a text of items separated by commas
};

/// What a setting belongs to: the part of the Recipe that has it.
enum class RecipePhase { source, shift, size, fit, palette, labels, output };

/// The properties of a setting that its type does not tell.
struct RecipeTraits {
    const char* value{};      ///< the option's word for a value; null for flags and names
    const char* other_name{}; ///< the option's second name, with its dashes; null: none
    const char* syntax{};     ///< how the option's value is written; null: as the help says
    const char* usual{};      ///< the default, in the option's words; null: as its text says it
    const char* needs{};      ///< the word of a setting without which, or a look's, this has no effect
    ValueRange range{};
    const char* items{};      ///< the noun of a list's items; null: not a list
    const char* caption = ""; ///< beside its control in the window
    const char* unit = "";    ///< after its number in the window, " px"
    bool always = false;      ///< written in texts even at its default
};

/// A setting: in texts, in JSON and as an option of the command line.
struct RecipeRow : RecipeTraits {
    const char* word; ///< the option without its dashes; in JSON with "_" for "-"
    const char* help; ///< a sentence without its full stop; "{max}" stands for the end of the range
    RecipeKind kind = RecipeKind::number;
    RecipePhase phase{};
    bool is_whole = false;                         ///< a number without decimals
    std::size_t (*count)(const Recipe&) = nullptr; ///< the items of a list; null: not a list
    std::vector<std::string> (*names)() = nullptr;
    std::vector<const char*> (*labels)() = nullptr; ///< the window's words for names()
    RecipeValue (*get)(const Recipe&) = nullptr;
    bool (*take)(Recipe&, const RecipeValue&, ValueRange, OutOfRange) = nullptr;
    /// Gives a recipe the value of `after` if that of `before` differs.
    void (*take_change)(Recipe& recipe, const Recipe& before, const Recipe& after) = nullptr;
    bool (*append)(Recipe&, const std::string& items) = nullptr; ///< null: not a list

    /// Sets the value. Returns false and changes nothing if the setting cannot have it.
    bool set(Recipe& recipe, const RecipeValue& value, OutOfRange mode) const {
        return take(recipe, value, range, mode);
    }
    /// Sets a value from its text, which a flag ignores; appends to a list.
    bool read(Recipe& recipe, const std::string& written) const;
    std::string option() const { return "--" + std::string(word); }
    /// The help as a sentence, which names no option.
    std::string about() const;
    /// The help of the option, with its default and the setting that it needs.
    std::string option_help() const;
    std::string json() const;
};

/// Settings in the order in which they are given, each with its valid text.
using GivenSettings = std::vector<std::pair<const RecipeRow*, std::string>>;
/// Applies these settings to the recipe. Throws Error(usage) for a list that becomes too long.
Recipe with_settings(Recipe recipe, const GivenSettings& given);

/// The value of --to that stands for the palette of the picture's own file.
inline constexpr std::string_view own_palette_word = "source";

/// An object with every setting.
nlohmann::ordered_json to_json(const Recipe& recipe);
/// Reads the settings of `object` into `recipe`. Accepts the names of to_json() and of the command line,
/// clamps numbers and ignores unknown names. Throws json::exception for a value that is not a number, a
/// string or null.
void read_json(const nlohmann::ordered_json& object, Recipe& recipe);

/// In the order of texts.
std::span<const RecipeRow> recipe_rows();
/// The row of an option by its name without dashes. Throws Error(failed) without one.
const RecipeRow& recipe_row(std::string_view word);

}
