#pragma once

#include "cli/failure.h"
#include "pipeline/batch.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace huedrift {

/// Loads an input's picture and reports on stderr what loading lost.
Image read_picture(const Location& input);
/// Opens a picture or a colour table; reports what loading lost. Throws as check_colors() does.
void open_colors(Pipeline& pipeline, const Location& input, const Recipe& recipe, const LoadLimits& limits);
/// Throws Error(usage), with the remedy, if the recipe changes pixels and the document is a colour table.
void check_colors(const Document& document, const Recipe& recipe, const std::string& remedy);

/// Writes one line to stderr for each of `notes` on an input.
void tell_notes(const std::string& input, const std::vector<std::string>& notes);

/// Counts the colours of pictures as tabulate_colors() does. `counted(i, failure)` is called in order for
/// each that was begun. Reports what loading lost and shows a bar unless `quiet`.
ColorTable count_inputs(const BatchRequest& request, bool quiet, Batch& batch,
                        const std::function<void(std::size_t, const std::optional<Failure>&)>& counted);

}
