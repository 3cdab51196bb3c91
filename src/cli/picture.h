#pragma once

#include "cli/failure.h"
#include "pipeline/pipeline.h"
#include "reduction/color_table.h"

#include <functional>
#include <span>
#include <string>

namespace huedrift {

/// Loads an input's picture and reports on stderr what loading lost.
Image read_picture(const Location& input, const LoadLimits& limits = {});
/// Opens a picture or a colour table; reports what loading lost unless `quiet`. Throws Error(usage) if the
/// recipe changes pixels and the input is a table.
void open_colors(Pipeline& pipeline, const Location& input, const Recipe& recipe, const LoadLimits& limits,
                 bool quiet = false);

/// Writes one line to stderr for each of `notes` on an input.
void tell_notes(const std::string& input, const std::vector<std::string>& notes);

/// Adds up the colour tables of several inputs, `at_once` of them at the same time. `table_of(i, notes)`
/// makes a table, adds what loading lost, and may throw. `counted(i, failure)` is called in order for each
/// input that was begun. Shows a bar unless `quiet`.
ColorTable
count_inputs(std::span<const std::string> names, std::size_t at_once, bool quiet, Batch& batch,
             const std::function<ColorTable(std::size_t, std::vector<std::string>& notes)>& table_of,
             const std::function<void(std::size_t, const std::optional<Failure>&)>& counted);

}
