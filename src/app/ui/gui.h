#pragma once

#include "app/ui/actions.h"
#include "app/ui/theme.h"
#include "app/ui/window.h"

#include <array>
#include <memory>
#include <optional>
#include <string>

union SDL_Event;

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
    void draw_ring(const Gui& gui) const;

    bool on_ = false;
    int entering_ = 0; ///< positive: goes to the first control of its part; negative: to the last; 0: neither
};

/// Dear ImGui in a window: its context, its fonts, and the events that go to it. GuiRenderer draws it.
class Gui {
public:
    explicit Gui(Window& window);
    ~Gui();
    Gui(const Gui&) = delete;
    Gui& operator=(const Gui&) = delete;

    /// Sets the brightness and the user's scale (1 is 100 %) and updates the window's pixel ratio. Call it
    /// before a frame.
    void set_appearance(Brightness brightness, float scale);
    const Theme& theme() const { return Theme::of(brightness_); }
    const Fonts& fonts() const { return fonts_; }
    /// Changes when the fonts are reloaded; their image must then be uploaded again.
    int fonts_revision() const { return fonts_revision_; }
    float scale() const { return scale_; }
    /// Window pixels per unit of Dear ImGui.
    float pixel_ratio() const { return pixel_ratio_; }

    /// Handles an event. Returns whether a frame must be drawn before the next event, because a press and its
    /// release within one frame would be missed.
    bool handle(const SDL_Event& event);

    /// Leaves the focused text field and discards its typed text; returns whether there was one.
    bool leave_field();

    /// Lets Escape close the question or message in the window of this name, unless it is not shown or the
    /// focus walks elsewhere; returns whether it does. The next layout closes it.
    bool dismiss(const char* window);
    /// Whether this layout is to close it.
    bool dismisses(const char* window) const { return dismissed_ == window; }
    /// Whether the question shown last hides the control that the keys would act on.
    bool question_hides_focus() const;

    /// Moves the focus by keys.
    FocusWalk& walk() { return walk_; }
    const FocusWalk& walk() const { return walk_; }

    void begin_frame();
    /// Ends the frame without drawing.
    void end_frame();

private:
    struct Backend;

    Window& window_;
    Brightness brightness_ = Brightness::dark;
    float scale_ = 0, pixel_ratio_ = 0; ///< 0: no fonts loaded yet
    FontFiles font_files_ = read_font_files();
    Fonts fonts_;
    int fonts_revision_ = 0;
    bool buttons_[3] = {};
    bool repeats_click_ = false; ///< the last press of a button was not the first of its click
    float wheel_[2] = {};        ///< notches since the last frame, across and up
    std::optional<std::array<float, 2>> pointer_{}; ///< none: outside the window
    FocusWalk walk_;
    std::string dismissed_{}; ///< a window; empty: none
    std::unique_ptr<Backend> backend_;
};

}
