#pragma once

#include "app/ui/actions.h"
#include "session/session.h"
#include "session/settings.h"

namespace huedrift::app {

/// The menus of the table, with the recent files and the engines in theirs. Returns the bar's height.
float draw_menu_bar(const Actions& actions, const Snapshot& snapshot, const Settings& settings,
                    Session& session);

}
