#pragma once

#include "app/ui/actions.h"

namespace huedrift::app {

class Gui;

/// Keys that move the focus through all controls: Tab and the arrow keys within a part of the window, such as
/// the toolbar, and from the last control of one to the first of the next. Off until it begins, since most of
/// these keys have another meaning where no control is focused; the pointer ends it.
class FocusWalk {
public:
    /// Whether the keys are the focused control's.
    bool is_on() const;
    /// Whether a key that was pressed is its; Escape ends the walk.
    bool takes(const Shortcut& pressed);
    /// Goes to the part after the focused one, or before it, and begins there.
    void go_to_part(int direction);
    /// Tab was pressed: whether Dear ImGui, too, must see it, because it stays in the part.
    bool tab(int direction);
    void end();

    /// After Dear ImGui's beginning of a frame, and before its end.
    void begin_frame();
    void end_frame(const Gui& gui);

private:
    bool wraps() const;
    void draw_ring(const Gui& gui) const;

    bool on_ = false;
    int entering_ = 0; ///< goes to the first control of its part, if positive, or the last; 0: neither
};

}
