#pragma once

#include "app/ui/actions.h"

namespace huedrift::app {

class Gui;

/// Moves the focus through all controls by keys: Tab and the arrow keys within a part of the window, such as
/// the toolbar, and from the last control of a part to the first of the next. Off until it begins, since most
/// of these keys have another meaning while no control is focused. The pointer ends it.
class FocusWalk {
public:
    /// Whether the keys belong to the focused control.
    bool is_on() const;
    /// Whether it takes a pressed key; Escape ends the walk.
    bool takes(const Shortcut& pressed);
    /// Goes to the first control of the next or the previous part.
    void go_to_part(int direction);
    /// Handles Tab; returns whether Dear ImGui must also handle it, because the focus stays in the part.
    bool tab(int direction);
    void end();

    /// Call these after Dear ImGui begins a frame and before it ends one.
    void begin_frame();
    void end_frame(const Gui& gui);

private:
    bool wraps() const;
    void draw_ring(const Gui& gui) const;

    bool on_ = false;
    int entering_ = 0; ///< positive: goes to the first control of its part; negative: to the last; 0: neither
};

}
