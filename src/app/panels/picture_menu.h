#pragma once

#include "app/ui/gui.h"
#include "app/ui/view_state.h"
#include "session/session.h"

namespace huedrift::app {

/// What can be done with the colour under the pointer: by the right button, and Alt with a click pins it.
class PictureMenu {
public:
    /// After the canvas, in the same frame.
    void draw(const Snapshot& snapshot, Session& session, ViewState& state, const Gui& gui);

private:
    std::optional<Rgb> color_{}; ///< of the source, that the menu is about
};

}
