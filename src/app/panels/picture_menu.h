#pragma once

#include "app/ui/gui.h"
#include "app/ui/view_state.h"
#include "session/session.h"

namespace huedrift::app {

/// The menu of the right button for the colour under the pointer; Alt with a click pins it.
class PictureMenu {
public:
    /// After the canvas, in the same frame.
    void draw(const Snapshot& snapshot, Session& session, ViewState& state, const Gui& gui);

private:
    std::optional<Rgb> color_{}; ///< the source colour that the menu is about
};

}
