#pragma once

#include "app/ui/actions.h"
#include "app/ui/gui.h"
#include "app/ui/settings.h"
#include "session/session.h"

#include <array>

namespace huedrift::app {

/// Shown in an empty window: drop a picture, open one, or reopen a recent one.
void draw_welcome(const Actions& actions, const Settings& settings, Session& session, const Gui& gui,
                  const std::array<float, 4>& area);

}
