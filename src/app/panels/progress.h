#pragma once

#include "app/ui/gui.h"
#include "session/session.h"

namespace huedrift::app {

/// How many colours are left and how sure that is, what is being done for it, and how to stop it.
void draw_progress(const Snapshot& snapshot, Session& session, const Gui& gui);

}
