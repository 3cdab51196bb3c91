#pragma once

#include "app/shell/actions.h"
#include "app/ui/gui.h"
#include "session/session.h"
#include "session/settings.h"

#include <array>
#include <string>

namespace huedrift::app {

/// A sentence over the lower edge of `area` (x, y, width, height) with a button that takes it away; whether
/// that was pressed. `is_warning`: something failed.
bool draw_message(const std::string& sentence, bool is_warning, const Gui& gui,
                  const std::array<float, 4>& area);

/// What an empty window says: drop a picture, open one, or one of the last.
void draw_welcome(const Actions& actions, const Settings& settings, Session& session, const Gui& gui,
                  const std::array<float, 4>& area);

/// In Dear ImGui's units; 0 while fewer than two files are queued.
float queue_strip_height(const View& view, const Gui& gui);
/// The files that were opened together, the one that is open marked; a click opens another.
void draw_queue_strip(const View& view, Session& session, const Gui& gui, const std::array<float, 4>& area);

}
