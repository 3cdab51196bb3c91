#pragma once

#include "app/panels/swatches_panel.h"
#include "app/ui/actions.h"
#include "app/ui/gui.h"
#include "app/ui/view_state.h"

union SDL_Event;

namespace huedrift::app {

/// The keys of the window: those of actions, of swatches and of text fields, and Alt alone.
class Keyboard {
public:
    /// All must outlive it.
    Keyboard(Session& session, ViewState& state, Gui& gui, SwatchesPanel& swatches, const Actions& actions)
        : session_(session), state_(state), gui_(gui), swatches_(swatches), actions_(actions) {}

    /// Handles any event, after Dear ImGui has.
    void handle(const SDL_Event& event);
    /// Opens the menus if Alt alone has been released: once all events are handled, of which another may have
    /// followed.
    void open_menus();

private:
    void follow_alt(const SDL_Event& event);
    bool step_recoloring(const SDL_Event& event);
    void handle_key(const SDL_Event& event);

    Session& session_;
    ViewState& state_;
    Gui& gui_;
    SwatchesPanel& swatches_;
    const Actions& actions_;
    /// The left Alt key, which opens the menus if it is pressed alone.
    enum class Alt { up, down, released };
    Alt alt_ = Alt::up;
};

}
