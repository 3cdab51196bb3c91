#pragma once

#include "app/ui/frame_context.h"

#include <array>

namespace huedrift::app {

/// Plays the drift of the cloud's colours, and goes to any of its steps.
void draw_drift_bar(const FrameContext& frame, const std::array<float, 4>& area);

}
