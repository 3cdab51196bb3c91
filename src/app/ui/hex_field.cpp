#include "app/ui/hex_field.h"

#include <imgui.h>

namespace huedrift::app {

void HexField::clear() {
    text_ = {};
    typed_ = true;
}

Change HexField::draw(const char* id, Rgb& color, float width, const Gui& gui) {
    if (!typed_) hex_code(color).copy(text_.data(), 7);
    const float side = ImGui::GetFrameHeight(), spacing = ImGui::GetStyle().ItemInnerSpacing.x;
    ImGui::SetNextItemWidth(width - side - spacing);
    ImGui::PushFont(gui.fonts().code);
    const bool returned =
        ImGui::InputTextWithHint(id, "#rrggbb", text_.data(), text_.size(),
                                 ImGuiInputTextFlags_AutoSelectAll | ImGuiInputTextFlags_EnterReturnsTrue);
    ImGui::PopFont();
    const bool left = ImGui::IsItemDeactivated(), active = ImGui::IsItemActive();
    const std::optional<Rgb> code = typed();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float rounding = 4 * gui.scale();
    if (!code && text_[0] != '\0' && !active)
        list.AddRect(ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), packed(gui.theme().warning), rounding,
                     0, 1.5f * gui.scale());
    ImGui::SameLine(0, spacing);
    const ImVec2 at = ImGui::GetCursorScreenPos(), end{at.x + side, at.y + side};
    if (code) list.AddRectFilled(at, end, packed(*code), rounding);
    list.AddRect(at, end, packed(gui.theme().text, 0.28f), rounding);
    ImGui::Dummy({side, side});

    entered_ = returned && code;
    // A text that is no code stays, to be corrected.
    if (active || left) typed_ = active || !code;
    if (!left || !code || *code == color) return Change::none;
    color = *code;
    return Change::complete;
}

}
