#pragma once

#include "app/ui/gui.h"
#include "app/ui/view_state.h"
#include "session/snapshot.h"

#include <array>

namespace huedrift::app {

/// Plays the drift of the cloud's colours, and goes to any of its steps.
void draw_drift_bar(const Snapshot& snapshot, ViewState& state, const Gui& gui,
                    const std::array<float, 4>& area);

}
