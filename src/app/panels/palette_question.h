#pragma once

#include "app/ui/gui.h"
#include "session/session.h"

#include <array>

namespace huedrift::app {

/// What the palette is for that was dropped or opened, asked above the lower edge of `area`.
void draw_palette_question(const Snapshot& snapshot, Session& session, const Gui& gui,
                           const std::array<float, 4>& area);

}
