#pragma once

#include "pipeline/pipeline.h"

#include <string>

namespace huedrift {

/// The picture of an input ("-" is standard input); what was lost on the way in is said on stderr.
Image read_picture(const std::string& input);
/// The same into a pipeline, not said where `quiet`.
void open_input(Pipeline& pipeline, const std::string& input, const LoadLimits& limits, bool quiet = false);

/// One line on stderr for each of `notes` on an input.
void tell_notes(const std::string& input, const std::vector<std::string>& notes);

}
