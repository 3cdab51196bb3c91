#pragma once

#include "app/ui/gui.h"
#include "app/ui/view_state.h"
#include "session/session.h"

namespace huedrift::app {

/// The data that the parts of the window show in a frame, and the objects they act on. A part that changes
/// the settings begins with those of `session`, as another part may have changed them in the same frame.
struct FrameContext {
    const Snapshot& snapshot;
    Session& session;
    ViewState& state;
    const Gui& gui;
};

}
