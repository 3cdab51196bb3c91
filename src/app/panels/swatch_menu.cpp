#include "app/panels/swatch_menu.h"

#include "app/panels/swatch_commands.h"
#include "app/ui/clipboard.h"
#include "session/palette_edits.h"

#include <imgui.h>

#include <algorithm>

namespace huedrift::app {
namespace {

void draw_copying(const std::vector<Rgb>& colors, std::span<const Swatch> list, ViewState& state) {
    if (colors.size() == 1) {
        const std::string code = hex_code(colors.front());
        if (ImGui::MenuItem(("Copy " + code).c_str())) copy(code, code, state);
    } else if (ImGui::MenuItem(("Copy these " + std::to_string(colors.size())).c_str(), "Ctrl+C")) {
        copy_codes(colors, state);
    }
    if (ImGui::MenuItem("Copy all of them")) {
        std::vector<Rgb> all;
        for (const Swatch& other : list) all.push_back(other.color);
        copy_codes(all, state);
    }
    ImGui::Separator();
}

void draw_showing(const std::vector<Rgb>& colors, const Result& result, ViewState& state) {
    const bool is_one = colors.size() == 1;
    if (ImGui::MenuItem(is_one ? "Show alone" : "Show only these", is_one ? "click" : "Enter",
                        is_one && state.isolated == colors.front()))
        show_alone(result, colors, state);
    const bool hidden = std::ranges::all_of(
        colors, [&](Rgb color) { return is_hidden(result, color, state.display.hidden); });
    if (ImGui::MenuItem(hidden ? "Show" : "Hide", "H")) hide_or_show(result, colors, state);
    if (ImGui::MenuItem("Show all", "Backspace", false, state.isolated || !state.display.hidden.empty()))
        state.show_all();
    ImGui::Separator();
}

}

bool draw_swatch_menu(const FrameContext& frame, const Swatch& swatch, std::span<const Swatch> list,
                      const Result& result) {
    const std::vector<Rgb> colors =
        frame.state.selection.has_several() ? frame.state.selection.colors() : std::vector<Rgb>{swatch.color};
    draw_copying(colors, list, frame.state);
    draw_showing(colors, result, frame.state);
    if (ImGui::MenuItem(are_pinned(frame.session.snapshot().recipe, colors) ? "Unpin" : "Pin", "P"))
        pin_or_unpin(colors, frame.session);
    const bool is_one = colors.size() == 1;
    if (!is_one && ImGui::MenuItem(("Join into " + hex_code(swatch.color)).c_str(), "Ctrl+J"))
        join(result, colors, swatch.color, frame.session);
    const bool recolors = is_one && ImGui::MenuItem("Recolour\u2026", "double-click");
    const bool edited = std::ranges::any_of(colors, [&](Rgb color) { return is_edited(result, color); });
    if (ImGui::MenuItem("Back to found", "Delete", false, edited))
        take_back_edits(result, colors, frame.session);
    return recolors;
}

}
