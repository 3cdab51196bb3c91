#pragma once

#include "app/ui/frame_context.h"

#include <array>

namespace huedrift::app {

/// Marks `area` (x, y, width, height) as where dragged files may be dropped, and says what that does. Over
/// everything else.
void draw_drop_target(const FrameContext& frame, const std::array<float, 4>& area);

}
