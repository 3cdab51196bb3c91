#pragma once

#include "app/ui/gui.h"
#include "session/session.h"

#include <array>

namespace huedrift::app {

/// What to do with the settings that the open picture carries, asked above the lower edge of `area`.
void draw_recipe_question(const Snapshot& snapshot, Session& session, const Gui& gui,
                          const std::array<float, 4>& area);

}
