#include "app/dialogs/dialog.h"

#include <imgui.h>

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
    ImGui::PushStyleVar(ImGuiStyleVar_PopupRounding, 10 * scale);
    const bool open = ImGui::BeginPopup(name, ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
    ImGui::PopStyleVar(2);
    if (open && ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape), false)) ImGui::CloseCurrentPopup();
    return open;
}

void end_dialog() { ImGui::EndPopup(); }

}
