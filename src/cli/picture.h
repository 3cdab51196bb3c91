#pragma once

#include "pipeline/pipeline.h"

#include <string>

namespace huedrift {

/// Loads an input's picture and reports on stderr what loading lost.
Image read_picture(const Location& input, const LoadLimits& limits = {});
/// Opens an input in a pipeline; reports what loading lost unless `quiet`.
void open_input(Pipeline& pipeline, const Location& input, const Recipe& recipe, const LoadLimits& limits,
                bool quiet = false, const Progress* progress = nullptr);
/// Opens a picture or a colour table, as open_input() does. Throws Error(usage) if the recipe changes pixels
/// and the input is a table.
void open_colors(Pipeline& pipeline, const Location& input, const Recipe& recipe, const LoadLimits& limits,
                 bool quiet = false);

/// Writes one line to stderr for each of `notes` on an input.
void tell_notes(const Location& input, const std::vector<std::string>& notes);

}
