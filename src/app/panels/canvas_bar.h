#pragma once

#include "app/ui/gui.h"
#include "app/ui/view_state.h"
#include "session/snapshot.h"

#include <array>

namespace huedrift::app {

// The bar that plays what the canvas shows: an animation, or the drift of the cloud.

/// In Dear ImGui's units; 0 where there is nothing to play.
float canvas_bar_height(const Snapshot& snapshot, const ViewState& state, const Gui& gui);
void draw_canvas_bar(const Snapshot& snapshot, ViewState& state, const Gui& gui,
                     const std::array<float, 4>& area);

}
