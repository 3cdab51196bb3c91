#include "drawn_items.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <map>
#include <string>
#include <utility>

namespace huedrift::app {

namespace {

/// Dear ImGui's name of a window within others, without the number that it has after each part ("_0123ABCD").
std::string without_numbers(std::string name) {
    constexpr std::size_t length = 9;
    for (std::size_t at = name.find('_'); at != std::string::npos; at = name.find('_', at)) {
        if (name.find_first_not_of("0123456789ABCDEF", at + 1) >= at + length && name.size() >= at + length)
            name.erase(at, length);
        else
            ++at;
    }
    return name;
}

}

ImGuiWindow* find_window(const char* name) {
    for (ImGuiWindow* const window : ImGui::GetCurrentContext()->Windows)
        if (window->Active && without_numbers(window->Name) == name) return window;
    return nullptr;
}

unsigned id_of(const ImGuiWindow& window, ItemPath path) {
    ImGuiID id = window.ID;
    for (const auto& part : path) {
        const int* const number = std::get_if<int>(&part);
        id = number ? ImHashData(number, sizeof *number, id) : ImHashStr(std::get<const char*>(part), 0, id);
    }
    return id;
}

namespace {

std::array<float, 4> area_once(const char* window, ItemPath path, const std::function<void()>& draw) {
    // Dear ImGui keeps the rectangle of one control only: that which keys act on.
    ImGuiWindow* const within = find_window(window);
    if (!within) return {};
    ImGuiContext& gui = *ImGui::GetCurrentContext();
    const auto keyed = std::exchange(gui.NavId, id_of(*within, path));
    const auto keyed_window = std::exchange(gui.NavWindow, within);
    for (ImRect& area : within->NavRectRel) area = {};
    draw();
    gui.NavId = keyed;
    gui.NavWindow = keyed_window;
    for (const ImRect& area : within->NavRectRel)
        if (const ImRect found = ImGui::WindowRectRelToAbs(within, area); area.GetWidth() > 0)
            return {found.Min.x, found.Min.y, found.GetWidth(), found.GetHeight()};
    return {};
}

}

std::array<float, 4> drawn_area(const char* window, ItemPath path, const std::function<void()>& draw) {
    std::array<float, 4> found = area_once(window, path, draw);
    // New contents find their places within a few frames.
    for (std::array<float, 4> before{}; before != found; found = area_once(window, path, draw))
        before = found;
    return found;
}

std::string drawn_text(const std::array<float, 4>* area) {
    // By the corners of their pictures among those of all letters.
    std::map<std::pair<float, float>, unsigned> letters;
    for (const ImFont* const font : ImGui::GetIO().Fonts->Fonts)
        for (const ImFontGlyph& glyph : font->Glyphs)
            if (glyph.Visible) letters[{glyph.U0, glyph.V0}] = glyph.Codepoint;
    std::string text;
    const ImDrawData& drawn = *ImGui::GetDrawData();
    for (int i = 0; i < drawn.CmdListsCount; ++i)
        for (const ImDrawVert& corner : drawn.CmdLists[i]->VtxBuffer) {
            const float x = area ? corner.pos.x - (*area)[0] : 0, y = area ? corner.pos.y - (*area)[1] : 0;
            if (area && (x < 0 || y < 0 || x >= (*area)[2] || y >= (*area)[3])) continue;
            const auto found = letters.find({corner.uv.x, corner.uv.y});
            if (found == letters.end()) continue;
            char letter[5];
            text += ImTextCharToUtf8(letter, found->second);
        }
    return text;
}

}
