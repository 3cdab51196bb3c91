#include "app/panels/side_panel.h"

#include "app/ui/widgets.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace huedrift::app {
namespace {

// Heights in units: for four folds with a small diagram, and for four rows of swatches.
constexpr float least_folds = 212, four_rows = 164, least_palette = 110;
constexpr float least_diagram = 190; // if the whole panel scrolls

}

float SidePanel::width(const PanelSettings& settings, const Gui& gui) {
    if (!settings.shown) return 0;
    constexpr double least_picture = 240; // units
    const double room = ImGui::GetIO().DisplaySize.x / gui.scale() - least_picture;
    const double widest = std::clamp(room, PanelSettings::narrowest, PanelSettings::widest);
    return std::round(static_cast<float>(std::min(settings.width, widest)) * gui.scale());
}

void SidePanel::draw_palette(const FrameContext& frame) {
    analysis_.draw_heading(frame);
    const float room = ImGui::GetContentRegionAvail().y, scale = frame.gui.scale(),
                below = 2 * ImGui::GetStyle().ItemSpacing.y + 1 + least_folds * scale;
    const float least = least_palette * scale,
                height = std::max({std::min(room - below, four_rows * scale), room * 0.32f, least});
    analysis_.draw_swatches(frame, std::max(height - lent_, least));
}

void SidePanel::draw_folds(const FrameContext& frame) {
    const float room = ImGui::GetContentRegionAvail().y, scale = frame.gui.scale();
    // In a low window the whole panel scrolls, because the folds alone would have too little room.
    scrolls_ = room < least_folds * scale;
    const float height = scrolls_ ? folds_height_ + least_diagram * scale : room;
    ImGui::BeginChild("folds", {0, height}, false, ImGuiWindowFlags_NavFlattened);
    folds_.draw(frame);
    ImGui::Dummy({1, 0});
    folds_height_ = ImGui::GetCursorPosY();
    analysis_.draw_diagram(frame);
    ImGui::EndChild();
}

/// Only opening the first fold and closing the last moves them: not the number of swatches, which may change
/// with each result.
void SidePanel::lend_room() {
    const bool was_unfolded = std::exchange(is_unfolded_, folds_.is_open());
    if (!is_unfolded_)
        lent_ = 0;
    else if (!was_unfolded && !scrolls_)
        lent_ = analysis_.swatches().spare();
}

/// Draws a strip over the panel's edge. Dragging it moves the edge; a double click resets it.
void SidePanel::draw_border(PanelSettings& settings, const std::array<float, 4>& area, const Gui& gui) {
    const auto [x, y, width, height] = area;
    const float scale = gui.scale(), reach = 4 * scale, right = x + width;
    ImGui::SetNextWindowPos({x - reach, y});
    ImGui::SetNextWindowSize({2 * reach, height});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
    // The strip must lie above the panel and the canvas, even if one of them has the focus.
    begin_plain_window("border", ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoNav |
                                     ImGuiWindowFlags_NoFocusOnAppearing);
    ImGui::PopStyleVar(2);
    ImGui::InvisibleButton("drag", {2 * reach, height});
    const ImGuiIO& io = ImGui::GetIO();
    const bool held = ImGui::IsItemActive(), hovered = ImGui::IsItemHovered();
    if (ImGui::IsItemActivated()) held_at_ = io.MousePos.x - x;
    if (hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
        settings.width = PanelSettings::usual;
        held_at_ = io.MousePos.x - right + static_cast<float>(settings.width) * scale;
    } else if (held && io.MouseDelta.x != 0) {
        settings.width = std::clamp(double{right - io.MousePos.x + held_at_} / scale,
                                    PanelSettings::narrowest, PanelSettings::widest);
    }
    if (held || hovered) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
        ImGui::GetWindowDrawList()->AddRectFilled({x - scale, y}, {x + scale, y + height},
                                                  packed(gui.theme().accent, held ? 1 : 0.6f));
    }
    ImGui::End();
}

void SidePanel::draw(const FrameContext& frame, PanelSettings& settings, float top, float bottom) {
    if (!settings.shown) return analysis_.swatches().stay_hidden(frame);
    const float right = ImGui::GetIO().DisplaySize.x, wide = width(settings, frame.gui);
    const std::array<float, 4> area{right - wide, top, wide, bottom - top};
    ImGui::SetNextWindowPos({area[0], area[1]});
    ImGui::SetNextWindowSize({area[2], area[3]});
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x, 4 * frame.gui.scale()});
    ImGui::Begin("panel", nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus);
    drift_.draw(frame);
    ImGui::Separator();
    draw_palette(frame);
    ImGui::Separator();
    draw_folds(frame);
    lend_room();
    ImGui::End();
    ImGui::PopStyleVar();
    draw_border(settings, area, frame.gui);
}

}
