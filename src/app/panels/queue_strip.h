#pragma once

#include "app/ui/thumbnail_view.h"
#include "app/ui/view_state.h"

#include <array>

namespace huedrift::app {

/// In Dear ImGui's units; 0 with fewer than two files in the queue.
float queue_strip_height(const FrameContext& frame);
/// Draws the queued files and their outcomes, with the open one marked; a click opens another. The control
/// that links them comes first.
void draw_queue_strip(const FrameContext& frame, ThumbnailView& thumbnails, const std::array<float, 4>& area);

}
