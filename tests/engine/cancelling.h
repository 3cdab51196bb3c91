#pragma once

#include "reduction/engine.h"

namespace huedrift {

/// How often a whole run reports its progress.
int reports_of(Engine& engine, const ColorSet& colors, const Options& options);

/// Cancels a run at the given report (0 is the first); whether that ended it.
bool ends_when_cancelled_at(Engine& engine, const ColorSet& colors, const Options& options, int report);

}
