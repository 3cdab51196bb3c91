#include "app/panels/welcome.h"

#include "app/ui/widgets.h"
#include "base/child_process.h"
#include "image/picture_formats.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace huedrift::app {
namespace {

void centered(const char* text, ImFont* font, Rgb color) {
    ImGui::PushFont(font);
    ImGui::SetCursorPosX(std::round((ImGui::GetWindowWidth() - ImGui::CalcTextSize(text).x) / 2));
    ImGui::PushStyleColor(ImGuiCol_Text, packed(color));
    ImGui::TextUnformatted(text);
    ImGui::PopStyleColor();
    ImGui::PopFont();
}

// The drop target: a dashed square with an arrow into it.
void draw_drop_sign(ImVec2 middle, float side, std::uint32_t color, float thickness) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float half = side / 2, dash = side / 11;
    for (float at = -half; at < half - dash / 2; at += 2 * dash)
        for (const float edge : {-half, half}) {
            list.AddLine({middle.x + at, middle.y + edge}, {middle.x + at + dash, middle.y + edge}, color,
                         thickness);
            list.AddLine({middle.x + edge, middle.y + at}, {middle.x + edge, middle.y + at + dash}, color,
                         thickness);
        }
    const float tip = middle.y + side * 0.22f, wing = side * 0.14f;
    list.AddLine({middle.x, middle.y - side * 0.24f}, {middle.x, tip}, color, thickness);
    list.AddLine({middle.x - wing, tip - wing}, {middle.x, tip}, color, thickness);
    list.AddLine({middle.x + wing, tip - wing}, {middle.x, tip}, color, thickness);
}

/// Where it is installed or built; empty where it is not.
std::filesystem::path sample_picture() {
    for (const char* const from_program : {"../share/huedrift/sample.png", "../sample.png"}) {
        std::filesystem::path sample = sibling_program(from_program).lexically_normal();
        std::error_code unknown;
        if (std::filesystem::is_regular_file(sample, unknown)) return sample;
    }
    return {};
}

}

void draw_welcome(const FrameContext& frame, const Actions& actions, const Settings& settings,
                  const std::array<float, 4>& area) {
    const float scale = frame.gui.scale(), width = std::min(600 * scale, area[2] - 20 * scale);
    const std::size_t recent = std::min<std::size_t>(settings.recent.size(), 6);
    const float height = (314 + (recent > 0 ? 48.0f + 34.0f * static_cast<float>(recent) : 0)) * scale;
    ImGui::SetNextWindowPos({std::round(area[0] + (area[2] - width) / 2),
                             std::round(area[1] + std::max((area[3] - height) / 2, 0.0f))});
    ImGui::SetNextWindowSize({width, std::min(height, area[3])});
    // Unlike the windows around it this one lies on the canvas, so it must not open behind it.
    begin_plain_window("welcome", ImGuiWindowFlags_NoBackground);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float side = 76 * scale;
    draw_drop_sign({std::round(at.x + ImGui::GetContentRegionAvail().x / 2), at.y + side / 2 + 4 * scale},
                   side, packed(frame.gui.theme().muted), 2 * scale);
    ImGui::Dummy({1, side + 18 * scale});
    centered("Drop a picture here", frame.gui.fonts().title, frame.gui.theme().text);
    centered(formats_read("or").c_str(), frame.gui.fonts().text, frame.gui.theme().muted);
    centered("Several at once, or a folder, queue up", frame.gui.fonts().text, frame.gui.theme().muted);
    ImGui::Dummy({1, 6 * scale});
    const float button = 168 * scale;
    ImGui::SetCursorPosX(std::round((ImGui::GetWindowWidth() - button) / 2));
    const Action& open = actions.named("Open\u2026");
    if (accented_button("Open a picture\u2026", frame.gui, button)) open.run();
    tooltip(open.tip(), frame.gui);
    if (const auto sample = sample_picture(); !sample.empty()) {
        ImGui::SetCursorPosX(std::round((ImGui::GetWindowWidth() - button) / 2));
        if (ImGui::Button("Try the sample", {button, 0})) frame.session.open({sample});
    }
    if (recent > 0) {
        ImGui::Dummy({1, 14 * scale});
        centered("Recent", frame.gui.fonts().strong, frame.gui.theme().muted);
    }
    ImGui::PushStyleColor(ImGuiCol_Button, packed(frame.gui.theme().panel, 0));
    for (std::size_t i = 0; i < recent; ++i) {
        ImGui::PushID(static_cast<int>(i));
        if (ImGui::Button(settings.recent[i].filename().c_str(), {-1, 0}))
            frame.session.open({settings.recent[i]});
        tooltip(settings.recent[i].string(), frame.gui);
        ImGui::PopID();
    }
    ImGui::PopStyleColor();
    ImGui::End();
}

}
