#pragma once

#include "pipeline/recipe.h"

#include <nlohmann/json_fwd.hpp>

namespace huedrift {

/// The recipe as an object, every setting that a file keeps.
nlohmann::ordered_json to_json(const Recipe& recipe);

/// Takes the settings that `object` has, by to_json()'s names or the command line's words, into `recipe`:
/// numbers out of range as the nearest within, unknown names not at all. Throws json::exception for what is
/// neither a number, a string nor null.
void read_json(const nlohmann::ordered_json& object, Recipe& recipe);

}
