#pragma once

#include "app/ui/actions.h"
#include "app/ui/frame_context.h"
#include "app/ui/settings.h"

namespace huedrift::app {

/// Draws the menus of all actions, with the recent files and the engines. Returns the height of the bar.
float draw_menu_bar(const FrameContext& frame, const Actions& actions, const Settings& settings);

}
