#include "app/ui/gui.h"

#include <SDL.h>
#include <backends/imgui_impl_sdl.h>
#include <imgui_internal.h>

#include <cfloat>
#include <utility>

namespace huedrift::app {
namespace {

/// Whether a key that moves between Dear ImGui's controls is a shortcut here: the focus might reach a text
/// field, which would then take all keys.
bool is_shortcut(SDL_Keycode key, bool walks) {
    if (ImGui::GetIO().WantTextInput || ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup)) return false;
    switch (key) {
    case SDLK_TAB:
        return !walks;
    case SDLK_SPACE:
    case SDLK_LEFT:
    case SDLK_RIGHT:
        return !walks && ImGui::GetCurrentContext()->NavLayer != ImGuiNavLayer_Menu;
    case SDLK_HOME:
    case SDLK_PAGEUP:
    case SDLK_PAGEDOWN:
        return ImGui::GetCurrentContext()->NavLayer != ImGuiNavLayer_Menu;
    default:
        return false;
    }
}

}

/// Torn down in reverse order of creation, even if a later part fails.
struct Gui::Backend {
    struct ContextEnd {
        ContextEnd() { ImGui::CreateContext(); }
        ~ContextEnd() { ImGui::DestroyContext(); }
    } context;
    struct SdlEnd {
        explicit SdlEnd(SDL_Window* window) { ImGui_ImplSDL2_InitForVulkan(window); }
        ~SdlEnd() { ImGui_ImplSDL2_Shutdown(); }
    } sdl;

    explicit Backend(const Window& window) : sdl(window.sdl()) {}
};

Gui::Gui(Window& window) : window_(window), backend_(std::make_unique<Backend>(window)) {
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr; // otherwise Dear ImGui writes a file into the working folder
    io.LogFilename = nullptr;
    // A blinking cursor would keep an idle window drawing.
    io.ConfigInputTextCursorBlink = false;
    io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
    io.ConfigWindowsMoveFromTitleBarOnly = true;
    set_appearance(Brightness::dark, 1);
}

Gui::~Gui() = default;

void Gui::set_appearance(Brightness brightness, float scale) {
    const float pixel_ratio = window_.pixel_ratio();
    const bool resized = scale != scale_ || pixel_ratio != pixel_ratio_;
    if (!resized && brightness == brightness_) return;
    brightness_ = brightness;
    scale_ = scale;
    pixel_ratio_ = pixel_ratio;
    apply(theme(), scale);
    if (!resized) return;
    fonts_ = load_fonts(font_files_, scale, pixel_ratio);
    ++fonts_revision_;
}

bool Gui::handle(const SDL_Event& event) {
    // The backend counts every event as a whole notch, which is wrong for touchpads.
    if (event.type == SDL_MOUSEWHEEL) {
        wheel_[0] += event.wheel.preciseX;
        wheel_[1] += event.wheel.preciseY;
        return false;
    }
    if (event.type == SDL_KEYDOWN && is_shortcut(event.key.keysym.sym, walk_.is_on())) return true;
    if (event.type == SDL_MOUSEBUTTONDOWN && walk_.is_on()) walk_.end();
    if (event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_TAB &&
        !ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup) &&
        !walk_.tab((event.key.keysym.mod & KMOD_SHIFT) != 0 ? -1 : 1))
        return true;
    ImGui_ImplSDL2_ProcessEvent(&event);
    if (event.type == SDL_KEYDOWN || event.type == SDL_KEYUP) {
        // The backend asks for the keys held now, but Shift may have been released since the event.
        const int held = event.key.keysym.mod;
        ImGui::GetIO().KeyShift = (held & KMOD_SHIFT) != 0;
        ImGui::GetIO().KeyCtrl = (held & KMOD_CTRL) != 0;
    }
    const auto button = [](Uint8 number) {
        return number == SDL_BUTTON_LEFT     ? 0
               : number == SDL_BUTTON_RIGHT  ? 1
               : number == SDL_BUTTON_MIDDLE ? 2
                                             : -1;
    };
    switch (event.type) {
    case SDL_MOUSEMOTION:
        pointer_ = {static_cast<float>(event.motion.x), static_cast<float>(event.motion.y)};
        return false;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
        pointer_ = {static_cast<float>(event.button.x), static_cast<float>(event.button.y)};
        if (const int which = button(event.button.button); which >= 0)
            buttons_[which] = event.type == SDL_MOUSEBUTTONDOWN;
        if (event.type == SDL_MOUSEBUTTONDOWN) repeats_click_ = event.button.clicks > 1;
        return true;
    case SDL_WINDOWEVENT:
        if (event.window.event == SDL_WINDOWEVENT_LEAVE && !(buttons_[0] || buttons_[1] || buttons_[2]))
            pointer_.reset();
        if (event.window.event == SDL_WINDOWEVENT_FOCUS_LOST)
            for (bool& pressed : buttons_) pressed = false;
        return false;
    case SDL_KEYDOWN:
    case SDL_KEYUP:
    case SDL_TEXTINPUT:
        return true;
    default:
        return false;
    }
}

bool Gui::leave_field() {
    const bool typed = ImGui::GetCurrentContext()->ActiveIdHasBeenEditedBefore;
    ImGui::ClearActiveID();
    return typed;
}

void Gui::begin_frame() {
    ImGui_ImplSDL2_NewFrame();
    // The backend asks the desktop for the pointer's position now; the event has the position of the click.
    ImGuiIO& io = ImGui::GetIO();
    io.MousePos = pointer_ ? ImVec2((*pointer_)[0], (*pointer_)[1]) : ImVec2(-FLT_MAX, -FLT_MAX);
    for (int i = 0; i < 3; ++i) io.MouseDown[i] = buttons_[i];
    // SDL knows when the clicks were made, Dear ImGui only when they were drawn.
    io.MouseDoubleClickTime = repeats_click_ ? FLT_MAX : -1;
    io.MouseWheelH = std::exchange(wheel_[0], 0.0f);
    io.MouseWheel = std::exchange(wheel_[1], 0.0f);
    ImGui::NewFrame();
    walk_.begin_frame();
}

void Gui::end_frame() {
    walk_.end_frame(*this);
    ImGui::Render();
}

}
