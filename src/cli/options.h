#pragma once

#include "engines/engine_choice.h"
#include "image/header_gate.h"
#include "reduction/options.h"

#include <CLI/CLI.hpp>

namespace huedrift {

// What several commands ask alike, each registered by one function.

CLI::Option* add_radius(CLI::App& app, double& radius);
void add_weighting(CLI::App& app, Weighting& weighting);
void add_transfer(CLI::App& app, Transfer& transfer);
void add_max_iterations(CLI::App& app, std::optional<std::uint32_t>& limit);
/// Pixels; 0 leaves the picture alone.
void add_smooth(CLI::App& app, int& radius);
/// --allow-large: as much as the decoder can count instead of the usual limits.
void add_allow_large(CLI::App& app, LoadLimits& limits);
/// --engine and --device.
void add_engine(CLI::App& app, EngineChoice& choice);
/// --threads and --memory-limit; --shader-dir where the build has it.
void add_resources(CLI::App& app, EngineChoice& choice);

/// The groups of options in the help.
inline constexpr const char* reduction_group = "What is computed";
inline constexpr const char* output_group = "What is written";
inline constexpr const char* engine_group = "What computes it";

}
