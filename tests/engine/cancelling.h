#pragma once

#include "reduction/engine.h"

namespace huedrift {

/// The number of progress reports of a whole run.
int reports_of(Engine& engine, const ColorSet& colors, const Options& options);

/// Cancels a run at the given report (0 is the first). Returns whether that ended the run.
bool ends_when_cancelled_at(Engine& engine, const ColorSet& colors, const Options& options, int report);

}
