#pragma once

#include "app/canvas/canvas.h"
#include "app/ui/actions.h"
#include "app/ui/settings.h"
#include "app/ui/view_state.h"

#include <array>

namespace huedrift::app {

/// Draws the menus of all actions, with the recent files and the engines. Returns the height of the bar.
float draw_menu_bar(const FrameContext& frame, const Actions& actions, const Settings& settings);

/// In Dear ImGui's units.
float toolbar_height(const Gui& gui);

/// Draws the bar above the pictures: comparison, zoom and export. `area` is x, y, width, height.
void draw_toolbar(const FrameContext& frame, Canvas& canvas, const Actions& actions,
                  const std::array<float, 4>& area);

/// The height of the bar that plays an animation or the drift of the cloud, in Dear ImGui's units; 0 if there
/// is nothing to play.
float canvas_bar_height(const FrameContext& frame);
void draw_canvas_bar(const FrameContext& frame, const Actions& actions, const std::array<float, 4>& area);

}
