#pragma once

#include "cli/arguments.h"
#include "engines/engine_choice.h"
#include "image/header_gate.h"
#include "pipeline/recipe_rows.h"

#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

namespace huedrift {

/// The groups of options in the help.
inline constexpr const char* reduction_group = "What is computed";
inline constexpr const char* output_group = "What is written";
inline constexpr const char* engine_group = "What computes it";

// Options shared by several commands, each registered by one function.

/// Settings that a command line names, and what it says of each, in its order.
using GivenSettings = std::vector<std::pair<const RecipeRow*, std::string>>;
/// The recipe with these in place of its own.
Recipe with_settings(Recipe recipe, const GivenSettings& given);

/// The option of a setting, by the word of its row; `recipe` and `given` must outlive the parsing of the
/// command line. Null: it is not noted.
Argument add_setting(Arguments& arguments, Recipe& recipe, std::string_view word,
                     GivenSettings* given = nullptr);
void add_settings(Arguments& arguments, Recipe& recipe, std::initializer_list<std::string_view> words,
                  GivenSettings* given = nullptr);
/// A setting's option whose value the command reads itself.
Argument add_setting(Arguments& arguments, std::string_view word, std::string& value);
/// --allow-large: raises the limits to what the decoder can count.
void add_allow_large(Arguments& arguments, LoadLimits& limits);
/// --engine.
void add_engine(Arguments& arguments, EngineChoice& choice);
/// --device: one.
void add_device(Arguments& arguments, EngineChoice& choice);
/// The same for several, which choose_entries() takes.
void add_devices(Arguments& arguments, std::vector<std::string>& devices);
/// --jobs; none: as many as jobs_at_once() finds.
void add_jobs(Arguments& arguments, std::optional<int>& jobs);
/// --threads and --memory-limit; --shader-dir where the build has it.
void add_resources(Arguments& arguments, EngineChoice& choice);

}
