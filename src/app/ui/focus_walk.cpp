#include "app/ui/focus_walk.h"

#include "app/ui/gui.h"

#include <SDL_keycode.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace huedrift::app {
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

bool has_popup() { return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup); }

bool tabs(const ImGuiContext& gui) {
    const bool tabbing = (gui.NavMoveFlags & ImGuiNavMoveFlags_Tabbing) != 0;
    return gui.NavMoveSubmitted && tabbing && (gui.NavMoveFlags & ImGuiNavMoveFlags_FocusApi) == 0;
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
    const bool enters = is_on() && gui.ActiveId == 0 && !has_popup() &&
                        ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Enter), false);
    if (enters) gui.NavActivateId = gui.NavActivateDownId = gui.NavActivatePressedId = gui.NavId;
}

/// Whether Tab would continue at the other end of the part.
bool FocusWalk::wraps() const {
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
