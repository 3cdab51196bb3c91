#include "pipeline/recipe_json.h"

#include "pipeline/recipe_rows.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace huedrift {
namespace {

using nlohmann::ordered_json;

struct ToJson {
    ordered_json operator()(std::monostate) const { return nullptr; }
    ordered_json operator()(const auto& value) const { return value; }
};

RecipeValue value_of(const ordered_json& json) {
    if (json.is_null()) return {};
    if (json.is_boolean()) return json.get<bool>();
    if (json.is_string()) return json.get<std::string>();
    const double number = json.get<double>();
    // Beyond 2^53 a double cannot hold every integer.
    const bool whole = number == std::trunc(number) && std::abs(number) < 0x1p53;
    return whole ? RecipeValue(static_cast<std::int64_t>(number)) : RecipeValue(number);
}

}

ordered_json to_json(const Recipe& recipe) {
    ordered_json object = ordered_json::object();
    for (const RecipeRow& row : recipe_rows())
        if (row.is_stored) object[row.json()] = std::visit(ToJson{}, row.get(recipe));
    return object;
}

void read_json(const ordered_json& object, Recipe& recipe) {
    for (const RecipeRow& row : recipe_rows())
        for (const std::string& name : {row.json(), std::string(row.word)})
            if (object.contains(name)) row.set(recipe, value_of(object.at(name)), OutOfRange::clamp);
}

}
