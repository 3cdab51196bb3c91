#pragma once

#include "pipeline/recipe.h"

#include <span>
#include <string>
#include <variant>
#include <vector>

namespace huedrift {

/// The value of a setting, outside a Recipe; monostate if it has none.
using RecipeValue = std::variant<std::monostate, bool, std::int64_t, double, std::string>;

enum class OutOfRange { refuse, clamp };

/// The values of a number, both included.
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

/// What the type of a setting does not say.
struct RecipeTraits {
    const char* value{};      ///< how the help calls a value; null for flags and names
    const char* other_name{}; ///< of the option, with its dashes; null: none
    ValueRange range{};
    bool always = false;   ///< written in texts even if it is the default
    bool is_stored = true; ///< in JSON
};

/// A setting: in texts, in JSON and as an option of the command line.
struct RecipeRow : RecipeTraits {
    const char* word; ///< the option without its dashes; in JSON with "_" for "-"
    const char* help; ///< "{max}" stands for the end of the range
    RecipeKind kind = RecipeKind::number;
    bool is_of_files = false; ///< decides on files alone, not on the picture
    std::vector<std::string> (*names)() = nullptr;
    RecipeValue (*get)(const Recipe&) = nullptr;
    bool (*take)(Recipe&, const RecipeValue&, ValueRange, OutOfRange) = nullptr;

    /// False, without a change, if that is not a value of the setting.
    bool set(Recipe& recipe, const RecipeValue& value, OutOfRange mode) const {
        return take(recipe, value, range, mode);
    }
    /// The same for a value as it is written. Of a list, adds to the items that there are.
    bool read(Recipe& recipe, const std::string& written) const;
    std::string option() const { return "--" + std::string(word); }
    std::string json() const;
};

/// In the order in which texts have them.
std::span<const RecipeRow> recipe_rows();
/// The row of an option, without its dashes. One that there is.
const RecipeRow& recipe_row(std::string_view word);

}
