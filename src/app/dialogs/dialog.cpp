#include "app/dialogs/dialog.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

namespace huedrift::app {

bool begin_dialog(const char* name, bool& wanted, float width, const Gui& gui) {
    if (wanted) ImGui::OpenPopup(name);
    wanted = false;
    const ImVec2 whole = ImGui::GetIO().DisplaySize;
    const float scale = gui.scale();
    ImGui::SetNextWindowPos({std::round(whole.x / 2), std::round(whole.y * 0.12f)}, ImGuiCond_Always,
                            {0.5f, 0});
    const float available = std::min(width * scale, whole.x - 40 * scale);
    ImGui::SetNextWindowSize({available, 0});
    ImGui::SetNextWindowSizeConstraints({available, 0}, {available, std::round(whole.y * 0.84f)});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {18 * scale, 16 * scale});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 10 * scale);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
    const bool open =
        ImGui::BeginPopupModal(name, nullptr,
                               ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove |
                                   ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoSavedSettings);
    ImGui::PopStyleVar(3);
    if (!open) return false;
    // Dear ImGui dims over frames that a window at rest does not draw.
    ImGui::GetCurrentContext()->DimBgRatio = 1;
    const bool is_clicked_away = ImGui::IsMouseClicked(ImGuiMouseButton_Left) &&
                                 !ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId) &&
                                 !ImGui::GetCurrentWindow()->Rect().Contains(ImGui::GetIO().MousePos);
    if (is_clicked_away || ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape), false))
        ImGui::CloseCurrentPopup();
    return true;
}

void end_dialog() { ImGui::EndPopup(); }

}
