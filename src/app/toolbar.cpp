#include "app/toolbar.h"

#include "app/texts.h"
#include "app/widgets.h"

#include <imgui.h>

#include <cmath>
#include <cstdio>

namespace huedrift::app {
namespace {

std::string zoom_text(double zoom) {
    char text[32];
    std::snprintf(text, sizeof text, zoom < 0.0995 ? "%.1f %%" : "%.0f %%", zoom * 100);
    return text;
}

}

float toolbar_height(const Gui& gui) { return 46 * gui.scale(); }

void draw_toolbar(const View& view, Look& look, Canvas& canvas, const Gui& gui,
                  const std::array<float, 4>& area) {
    const float scale = gui.scale();
    ImGui::SetNextWindowPos({area[0], area[1]});
    ImGui::SetNextWindowSize({area[2], area[3]});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding,
                        {10 * scale, std::round((area[3] - ImGui::GetFrameHeight()) / 2)});
    ImGui::Begin("tools", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoBringToFrontOnFocus);
    ImGui::PopStyleVar();
    if (const auto chosen = segments("compare", {"Side by side", "Wipe", "Single", "Difference"},
                                     static_cast<int>(look.compare), gui, 392 * scale))
        look.compare = static_cast<Compare>(*chosen);
    if (view.parameters.weightings == Weightings::both && look.compare != Compare::side_by_side) {
        ImGui::SameLine(0, 12 * scale);
        if (const auto chosen =
                segments("shown", {"Palette", "Frequency"}, static_cast<int>(look.shown), gui, 190 * scale))
            look.shown = static_cast<Weighting>(*chosen);
    }
    if (view.document) {
        const float button = 44 * scale, text = 62 * scale, spacing = ImGui::GetStyle().ItemSpacing.x;
        ImGui::SameLine(area[2] - 10 * scale - 2 * button - text - 2 * spacing);
        const std::string zoom = zoom_text(canvas.camera().zoom());
        const ImVec2 at = ImGui::GetCursorScreenPos();
        ImGui::AlignTextToFramePadding();
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + text - ImGui::CalcTextSize(zoom.c_str()).x);
        ImGui::TextUnformatted(zoom.c_str());
        ImGui::SetCursorScreenPos({at.x + text + spacing, at.y});
        if (ImGui::Button("Fit", {button, 0})) canvas.fit();
        tooltip("The whole picture  F", gui);
        ImGui::SameLine();
        if (ImGui::Button("1:1", {button, 0})) canvas.zoom_to(1);
        tooltip("One pixel of the picture on one of the screen  1", gui);
    }
    ImGui::End();
}

}
