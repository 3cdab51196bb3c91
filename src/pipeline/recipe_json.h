#pragma once

#include "pipeline/recipe.h"

#include <nlohmann/json_fwd.hpp>

namespace huedrift {

/// The recipe as an object with every setting that files store.
nlohmann::ordered_json to_json(const Recipe& recipe);

/// Reads the settings in `object`, named as by to_json() or on the command line, into `recipe`: clamps
/// numbers out of range and ignores unknown names. Throws json::exception for a value that is not a number, a
/// string or null.
void read_json(const nlohmann::ordered_json& object, Recipe& recipe);

}
