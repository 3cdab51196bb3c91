#pragma once

#include "app/ui/view_state.h"

#include <string>

namespace huedrift::app {

/// Draws the number of colours, its certainty, the running work, and a button to stop it.
void draw_progress(const FrameContext& frame);

/// In Dear ImGui's units.
float status_bar_height(const Gui& gui);

/// Draws the open picture, its result and the device that computed it. `drawn_by` is the device that draws
/// the window. `area` is x, y, width, height. `tells_work`: whether to show the progress, because nothing
/// else does.
void draw_status_bar(const FrameContext& frame, const std::string& drawn_by, const std::array<float, 4>& area,
                     bool tells_work);

}
