#pragma once

#include "app/ui/actions.h"
#include "app/ui/settings.h"
#include "session/session.h"

namespace huedrift::app {

/// Draws the menus of all actions, with the recent files and the engines. Returns the height of the bar.
float draw_menu_bar(const Actions& actions, const Snapshot& snapshot, const Settings& settings,
                    Session& session);

}
