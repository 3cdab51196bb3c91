#include "app/shell/keyboard.h"

#include <SDL.h>
#include <imgui.h>

namespace huedrift::app {

void Keyboard::handle(const SDL_Event& event) {
    follow_alt(event);
    if (event.type == SDL_KEYDOWN || event.type == SDL_KEYUP) handle_key(event);
}

void Keyboard::open_menus() {
    if (alt_ != Alt::released) return;
    alt_ = Alt::up;
    state_.opens_menus = !ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
}

/// Alt alone opens the menus, but not where it belongs to a key of the desktop, such as Alt+Tab: then the
/// window loses the focus, and SDL releases the key.
void Keyboard::follow_alt(const SDL_Event& event) {
    const bool is_alt =
        (event.type == SDL_KEYDOWN || event.type == SDL_KEYUP) && event.key.keysym.sym == SDLK_LALT;
    if (is_alt && event.type == SDL_KEYDOWN)
        alt_ = event.key.repeat == 0 ? Alt::down : alt_;
    else if (is_alt)
        alt_ = alt_ == Alt::down ? Alt::released : Alt::up;
    else if (event.type == SDL_KEYDOWN || event.type == SDL_MOUSEBUTTONDOWN || event.type == SDL_MOUSEWHEEL ||
             (event.type == SDL_WINDOWEVENT && event.window.event == SDL_WINDOWEVENT_FOCUS_LOST))
        alt_ = Alt::up;
}

/// While the picker is open, Ctrl+Z and Ctrl+Y step through its changes.
bool Keyboard::step_recoloring(const SDL_Event& event) {
    const int key = event.key.keysym.sym, modifiers = event.key.keysym.mod;
    const bool steps = (modifiers & KMOD_CTRL) != 0 && (key == SDLK_z || key == SDLK_y);
    if (!swatches_.is_recoloring() || !steps) return false;
    if (ImGui::GetIO().WantTextInput && gui_.leave_field()) return true;
    const bool forward = key == SDLK_y || (modifiers & KMOD_SHIFT) != 0;
    swatches_.step_recoloring(forward, session_);
    return true;
}

void Keyboard::handle_key(const SDL_Event& event) {
    const int key = event.key.keysym.sym;
    const bool down = event.type == SDL_KEYDOWN;
    if (key == SDLK_SPACE && !down) state_.source_held = false;
    const bool is_arrow = key == SDLK_LEFT || key == SDLK_RIGHT || key == SDLK_UP || key == SDLK_DOWN;
    if (is_arrow && !down) session_.end_gesture(); // holding the key was one change
    if (down) state_.said.clear();
    if (down && step_recoloring(event)) return;
    if (!down || ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup)) return;
    const int modifiers = event.key.keysym.mod;
    const Shortcut shortcut{
        .key = key, .ctrl = (modifiers & KMOD_CTRL) != 0, .shift = (modifiers & KMOD_SHIFT) != 0};
    if (ImGui::GetIO().WantTextInput) {
        // A text field copies and pastes its own text.
        const bool is_of_field = !shortcut.shift && (key == SDLK_c || key == SDLK_v);
        if (!shortcut.ctrl || is_of_field) return;
        // Leaving the field undoes typed text.
        const bool steps_back = key == SDLK_z || key == SDLK_y;
        if (steps_back && gui_.leave_field()) return;
    }
    if (swatches_.press(shortcut, state_)) return;
    const bool escapes = shortcut == Shortcut{.key = SDLK_ESCAPE};
    if (escapes && gui_.dismiss("question")) return;
    if (gui_.walk().takes(shortcut)) return;
    if (key == SDLK_SPACE) state_.source_held = true;
    state_.gesture = is_arrow ? Gesture::ongoing : Gesture::complete;
    const bool has_run = actions_.press(shortcut);
    state_.gesture = Gesture::complete;
    if (!has_run && key == SDLK_TAB) gui_.walk().go_to_part(shortcut.shift ? -1 : 1);
    if (!has_run && escapes && !gui_.dismiss("warning")) gui_.dismiss("message");
}

}
