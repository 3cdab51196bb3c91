#pragma once

#include "pipeline/pipeline.h"

#include <string>

namespace huedrift {

/// Loads the picture of an input; stderr says what was lost in loading.
Image read_picture(const Location& input);
/// The same into a pipeline, not said where `quiet`.
void open_input(Pipeline& pipeline, const Location& input, const Recipe& recipe, const LoadLimits& limits,
                bool quiet = false, const Progress* progress = nullptr);
/// The same for a picture or a colour table. Throws Error(usage) where the recipe changes pixels that a table
/// does not have.
void open_colors(Pipeline& pipeline, const Location& input, const Recipe& recipe, const LoadLimits& limits);

/// One line on stderr for each of `notes` on an input.
void tell_notes(const Location& input, const std::vector<std::string>& notes);

}
