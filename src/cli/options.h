#pragma once

#include "cli/arguments.h"
#include "engines/engine_choice.h"
#include "image/load_limits.h"
#include "pipeline/recipe_rows.h"

#include <initializer_list>
#include <string_view>
#include <vector>

namespace huedrift {

/// The groups of options in the help.
inline constexpr const char* reduction_group = "What is computed";
inline constexpr const char* output_group = "What is written";
inline constexpr const char* engine_group = "What computes it";

// Options shared by several commands, each registered by one function.

/// Adds the options of settings, by the words of their rows. `given` or `recipe`, which receives them, must
/// outlive the parsing.
void add_settings(Arguments& arguments, GivenSettings& given, std::initializer_list<std::string_view> words);
void add_settings(Arguments& arguments, Recipe& recipe, std::initializer_list<std::string_view> words);
/// Adds the option of a setting whose value the command reads itself.
void add_setting(Arguments& arguments, std::string_view word, std::string& value);
/// --allow-large: raises the limits to the decoder's maximum.
void add_allow_large(Arguments& arguments, LoadLimits& limits);
/// --engine.
void add_engine(Arguments& arguments, EngineChoice& choice);
/// --device with one device.
void add_device(Arguments& arguments, EngineChoice& choice);
/// --device with several devices, for choose_entries().
void add_devices(Arguments& arguments, std::vector<std::string>& devices);
/// --jobs; none: as many as jobs_at_once() finds.
void add_jobs(Arguments& arguments, std::optional<int>& jobs);
/// --threads and --memory-limit; --shader-dir if the build has it.
void add_resources(Arguments& arguments, EngineChoice& choice);

}
