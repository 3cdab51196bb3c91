#pragma once

#include "app/ui/actions.h"
#include "app/ui/frame_context.h"

#include <array>

namespace huedrift::app {

/// The height of the bar that plays an animation or the drift of the cloud, in Dear ImGui's units; 0 if there
/// is nothing to play.
float canvas_bar_height(const FrameContext& frame);
void draw_canvas_bar(const FrameContext& frame, const Actions& actions, const std::array<float, 4>& area);

}
