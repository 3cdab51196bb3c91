#pragma once

#include "app/canvas/canvas.h"
#include "app/ui/thumbnail_view.h"
#include "app/ui/view_state.h"

#include <string>

namespace huedrift::app {

// The bars around the canvas. Heights are in Dear ImGui's units.

/// Draws the menus of all actions, with the recent files and the engines. Returns the height of the bar.
float draw_menu_bar(const FrameContext& frame);

float toolbar_height(const Gui& gui);
/// Draws the bar above the pictures: comparison, zoom and export.
void draw_toolbar(const FrameContext& frame, Canvas& canvas, const Box& area);

/// The height of the bar that plays an animation or the drift of the cloud; 0 if there is nothing to play.
float canvas_bar_height(const FrameContext& frame);
void draw_canvas_bar(const FrameContext& frame, const Box& area);

/// 0 with fewer than two files in the queue.
float queue_strip_height(const FrameContext& frame);
/// Draws the queued files and their outcomes, with the open one marked; a click opens another. The control
/// that links them comes first.
void draw_queue_strip(const FrameContext& frame, ThumbnailView& thumbnails, const Box& area);

float status_bar_height(const Gui& gui);
/// Draws the open picture, its result and the device that computed it. `drawn_by` is the device that draws
/// the window. `tells_work`: whether to show the progress, because nothing else does.
void draw_status_bar(const FrameContext& frame, const std::string& drawn_by, const Box& area,
                     bool tells_work);

/// Draws the number of colours, its certainty, the running work, and a button to stop it; not in a bar.
void draw_progress(const FrameContext& frame);

}
