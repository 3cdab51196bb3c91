#pragma once

#include "app/ui/frame_context.h"
#include "app/ui/thumbnail_view.h"

#include <array>

namespace huedrift::app {

/// In Dear ImGui's units; 0 while fewer than two files are queued.
float queue_strip_height(const FrameContext& frame);
/// Draws the queued files, with the open one marked, and what became of them; a click opens another. What
/// links them stands before.
void draw_queue_strip(const FrameContext& frame, ThumbnailView& thumbnails, const std::array<float, 4>& area);

}
