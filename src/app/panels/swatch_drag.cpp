#include "app/panels/swatch_drag.h"

#include "app/ui/theme.h"

#include <imgui_internal.h>

#include <cstring>

namespace huedrift::app {

std::optional<Dragged> dragged_over(Rgb color, const SwatchPlace& place, const Gui& gui) {
    const auto& [at, size, gap, is_listed] = place;
    if (ImGui::BeginDragDropSource()) {
        ImGui::SetDragDropPayload("colour", &color, sizeof color);
        const ImVec2 corner = ImGui::GetCursorScreenPos();
        ImGui::GetWindowDrawList()->AddRectFilled(corner, {corner.x + size.y, corner.y + size.y},
                                                  packed(color), 4 * gui.scale());
        ImGui::Dummy({size.y, size.y});
        ImGui::EndDragDropSource();
    }
    // With the gaps around it, so that there is no place between swatches where nothing happens.
    const ImRect area(at.x - gap / 2, at.y - gap / 2, at.x + size.x + gap / 2, at.y + size.y + gap / 2);
    std::optional<Dragged> dragged;
    if (!ImGui::BeginDragDropTargetCustom(area, ImGui::GetItemID())) return dragged;
    constexpr ImGuiDragDropFlags early =
        ImGuiDragDropFlags_AcceptBeforeDelivery | ImGuiDragDropFlags_AcceptNoDrawDefaultRect;
    if (const ImGuiPayload* const payload = ImGui::AcceptDragDropPayload("colour", early)) {
        std::memcpy(&dragged.emplace().color, payload->Data, sizeof(Rgb));
        const ImVec2 pointer = ImGui::GetIO().MousePos;
        const float share = is_listed ? (pointer.y - at.y) / size.y : (pointer.x - at.x) / size.x;
        if (share < 0.25f) dragged->over = Over::before;
        if (share > 0.75f) dragged->over = Over::after;
        dragged->dropped = payload->IsDelivery();
    }
    ImGui::EndDragDropTarget();
    return dragged;
}

void draw_target(Over over, const SwatchPlace& place, const Gui& gui) {
    const auto& [at, size, gap, is_listed] = place;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float scale = gui.scale(), reach = 2 * scale, width = 2 * scale;
    const std::uint32_t color = packed(gui.theme().accent);
    const ImVec2 end{at.x + size.x, at.y + size.y};
    if (over == Over::middle)
        return list.AddRect({at.x - reach, at.y - reach}, {end.x + reach, end.y + reach}, color, 6 * scale, 0,
                            width);
    const float x = over == Over::before ? at.x - gap / 2 : end.x + gap / 2,
                y = over == Over::before ? at.y - gap / 2 : end.y + gap / 2;
    if (is_listed) return list.AddLine({at.x, y}, {end.x, y}, color, width);
    list.AddLine({x, at.y - reach}, {x, end.y + reach}, color, width);
}

}
