#pragma once

#include "pipeline/recipe.h"

#include <nlohmann/json_fwd.hpp>

namespace huedrift {

/// An object with every setting that files store.
nlohmann::ordered_json to_json(const Recipe& recipe);

/// Reads the settings of `object` into `recipe`. Accepts the names of to_json() and of the command line,
/// clamps numbers and ignores unknown names. Throws json::exception for a value that is not a number, a
/// string or null.
void read_json(const nlohmann::ordered_json& object, Recipe& recipe);

}
