#include "app/ui/gui.h"

#include <SDL.h>
#include <SDL_keycode.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <backends/imgui_impl_sdl.h>
#include <cfloat>
#include <string>
#include <string_view>
#include <utility>

namespace huedrift::app {
namespace {

bool has_popup() { return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup); }

/// Whether a key that moves between Dear ImGui's controls is a shortcut here: the focus might reach a text
/// field, which would then take all keys.
bool is_shortcut(SDL_Keycode key, bool walks) {
    if (ImGui::GetIO().WantTextInput || has_popup()) return false;
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
    if (event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_TAB && !has_popup() &&
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

bool Gui::dismiss(const char* window) {
    const ImGuiWindow* const shown = ImGui::FindWindowByName(window);
    const ImGuiWindow* const focused = ImGui::GetCurrentContext()->NavWindow;
    if (!shown || !shown->Active || (walk_.is_on() && (!focused || focused->RootWindow != shown)))
        return false;
    dismissed_ = window;
    return true;
}

bool Gui::question_hides_focus() const {
    const ImGuiContext& context = *ImGui::GetCurrentContext();
    const ImGuiWindow *const question = ImGui::FindWindowByName("question"), *const window =
                                                                                 context.NavWindow;
    if (!question || !window || !walk_.is_on() || context.NavId == 0 || window->RootWindow == question)
        return false;
    const ImRect& focus = window->NavRectRel[context.NavLayer];
    return question->Rect().Overlaps(ImGui::WindowRectRelToAbs(const_cast<ImGuiWindow*>(window), focus));
}

void Gui::end_frame() {
    walk_.end_frame(*this);
    dismissed_.clear();
    ImGui::Render();
}

namespace {

/// Windows and children of the panel, in the order of the walk.
constexpr std::array<std::string_view, 10> part_names{"tools", "welcome", "question", "warning", "message",
                                                      "panel", "grid",    "frames",   "drift",   "queue"};

bool is_part(const ImGuiWindow& window, std::string_view name) {
    const std::string_view whole = window.Name;
    return whole == name || whole.find("/" + std::string(name) + "_") != std::string_view::npos;
}

ImGuiWindow* part_of(std::string_view name) {
    for (ImGuiWindow* const window : ImGui::GetCurrentContext()->Windows)
        if (window->WasActive && !window->Hidden && is_part(*window, name)) return window;
    return nullptr;
}

/// The part with the focus; part_names.size(): none.
std::size_t focused_part() {
    const ImGuiWindow* const focused = ImGui::GetCurrentContext()->NavWindow;
    std::size_t part = 0;
    while (focused && part < part_names.size() && !is_part(*focused->RootWindowForNav, part_names[part]))
        ++part;
    return focused ? part : part_names.size();
}

bool tabs(const ImGuiContext& gui) {
    const bool tabbing = (gui.NavMoveFlags & ImGuiNavMoveFlags_Tabbing) != 0;
    return gui.NavMoveSubmitted && tabbing && (gui.NavMoveFlags & ImGuiNavMoveFlags_FocusApi) == 0;
}

/// Whether Tab would continue at the other end of the part.
bool wraps() {
    const ImGuiContext& gui = *ImGui::GetCurrentContext();
    const ImGuiNavItemData& next = gui.NavMoveResultLocal;
    if (gui.NavTabbingDir == 0 || gui.NavId == 0) return false;
    if (next.ID == 0) return true;
    if (gui.NavTabbingDir > 0) return false;
    const ImRect here = ImGui::WindowRectRelToAbs(gui.NavWindow, gui.NavWindow->NavRectRel[gui.NavLayer]),
                 there = ImGui::WindowRectRelToAbs(next.Window, next.RectRel);
    const bool is_beside = there.Min.y < here.Max.y && there.Max.y > here.Min.y;
    return is_beside ? there.Min.x > here.Min.x : there.Min.y > here.Min.y;
}

}

bool FocusWalk::is_on() const { return on_ && focused_part() < part_names.size(); }

bool FocusWalk::takes(const Shortcut& pressed) {
    constexpr std::array keys{SDLK_TAB, SDLK_SPACE, SDLK_LEFT,   SDLK_RIGHT,
                              SDLK_UP,  SDLK_DOWN,  SDLK_RETURN, SDLK_ESCAPE};
    if (!is_on() || pressed.ctrl || std::ranges::find(keys, pressed.key) == keys.end()) return false;
    if (pressed.key == SDLK_ESCAPE) end();
    return true;
}

void FocusWalk::go_to_part(int direction) {
    const std::size_t count = part_names.size(), here = on_ ? focused_part() : count;
    std::size_t next = here < count ? here : direction > 0 ? count - 1 : 0;
    ImGuiWindow* window = nullptr;
    for (std::size_t tried = 0; tried < count && !window; ++tried) {
        next = (next + (direction > 0 ? 1 : count - 1)) % count;
        window = part_of(part_names[next]);
    }
    if (!window) return;
    ImGui::FocusWindow(window);
    on_ = true;
    // A window without Dear ImGui's keys has its own.
    entering_ = (window->Flags & ImGuiWindowFlags_NoNavInputs) != 0 ? 0 : direction;
}

bool FocusWalk::tab(int direction) {
    on_ = true;
    const ImGuiWindow* const focused = ImGui::GetCurrentContext()->NavWindow;
    if (focused && (focused->Flags & ImGuiWindowFlags_NoNavInputs) == 0) return true;
    go_to_part(direction);
    return false;
}

void FocusWalk::end() {
    on_ = false;
    entering_ = 0;
    ImGui::GetCurrentContext()->NavDisableHighlight = true;
}

void FocusWalk::begin_frame() {
    ImGuiContext& gui = *ImGui::GetCurrentContext();
    // Otherwise Dear ImGui's Tab stops only at text fields.
    ImGui::PushItemFlag(ImGuiItemFlags_Inputable, true);
    if (entering_ != 0) {
        gui.NavId = 0;
        ImGui::NavMoveRequestSubmit(ImGuiDir_None, ImGuiDir_None, ImGuiNavMoveFlags_Tabbing,
                                    ImGuiScrollFlags_None);
        gui.NavTabbingDir = entering_ > 0 ? 0 : -1;
    } else if (tabs(gui) && gui.NavTabbingDir == 0 && gui.NavId != 0) {
        gui.NavTabbingDir = 1; // Dear ImGui sets this only when Tab leaves a text field
    }
    entering_ = 0;
    if (tabs(gui)) gui.NavTabbingResultFirst.Clear(); // it may belong to another window
    // A dialog left by a key has turned on the highlight for the window behind it.
    if (!is_on() && !has_popup() && gui.NavLayer == ImGuiNavLayer_Main) gui.NavDisableHighlight = true;
    if (tabs(gui) || is_on()) gui.NavDisableHighlight = false;
    // Enter chooses in menus, too, for which Dear ImGui has only Space.
    constexpr int dialog = ImGuiWindowFlags_Popup | ImGuiWindowFlags_Modal;
    const bool is_in_menu = gui.NavWindow && !gui.NavDisableHighlight &&
                            (gui.NavWindow->Flags & dialog) == ImGuiWindowFlags_Popup;
    const bool enters = (is_in_menu || (is_on() && !has_popup())) && gui.ActiveId == 0 &&
                        ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Enter), false);
    if (enters) gui.NavActivateId = gui.NavActivateDownId = gui.NavActivatePressedId = gui.NavId;
}

void FocusWalk::end_frame(const Gui& gui) {
    ImGui::PopItemFlag();
    const ImGuiContext& context = *ImGui::GetCurrentContext();
    if (is_on() && !has_popup() && tabs(context) && wraps()) {
        const int direction = context.NavTabbingDir;
        ImGui::NavMoveRequestCancel();
        go_to_part(direction);
    }
    draw_ring(gui);
}

/// For controls with their own drawing, around which Dear ImGui draws no ring.
void FocusWalk::draw_ring(const Gui& gui) const {
    const ImGuiContext& context = *ImGui::GetCurrentContext();
    const ImGuiWindow* const window = context.NavWindow;
    if (!window || context.NavId == 0 || !context.NavIdIsAlive || context.NavDisableHighlight) return;
    const bool is_modal = (window->RootWindowForNav->Flags & ImGuiWindowFlags_Modal) != 0;
    if (!is_modal && (has_popup() || !is_on())) return;
    ImRect area =
        ImGui::WindowRectRelToAbs(const_cast<ImGuiWindow*>(window), window->NavRectRel[context.NavLayer]);
    area.Expand(3 * gui.scale());
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    const ImRect& clip = window->RootWindow->Rect();
    list.PushClipRect(clip.Min, clip.Max);
    list.AddRect(area.Min, area.Max, packed(gui.theme().accent), 6 * gui.scale(), 0, 2 * gui.scale());
    list.PopClipRect();
}

}
