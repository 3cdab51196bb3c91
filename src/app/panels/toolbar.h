#pragma once

#include "app/canvas/canvas.h"
#include "app/ui/frame_context.h"

namespace huedrift::app {

/// In Dear ImGui's units.
float toolbar_height(const Gui& gui);

/// Above the pictures: how they are compared and how large they are shown. `area` is x, y, width, height.
void draw_toolbar(const FrameContext& frame, Canvas& canvas, const std::array<float, 4>& area);

}
