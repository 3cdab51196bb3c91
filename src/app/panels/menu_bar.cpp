#include "app/panels/menu_bar.h"

#include <imgui.h>

#include <cstring>

namespace huedrift::app {
namespace {

void draw_action(const Action& action) {
    if (action.first_of_group) ImGui::Separator();
    const std::string key = action.shortcuts.empty() ? "" : name_of(action.shortcuts.front());
    if (ImGui::MenuItem(action.name, key.c_str(), action.checked && action.checked(), action.is_enabled()))
        action.run();
}

void draw_recent(const Settings& settings, Session& session) {
    if (!ImGui::BeginMenu("Open Recent", !settings.recent.empty())) return;
    int number = 0;
    for (const auto& path : settings.recent) {
        if (number == 12) break;
        ImGui::PushID(number++);
        if (ImGui::MenuItem(path.filename().c_str(), path.parent_path().c_str())) session.open({path});
        ImGui::PopID();
    }
    ImGui::EndMenu();
}

void draw_engines(const FrameContext& frame) {
    if (!ImGui::BeginMenu("Engine")) return;
    const EngineChoice& chosen = frame.snapshot.engine_choice;
    if (ImGui::MenuItem("Automatic", "a GPU, else the CPU", chosen.engine == "auto"))
        frame.session.choose_engine({});
    ImGui::Separator();
    for (std::size_t i = 0; i < frame.snapshot.engines->size(); ++i) {
        const EngineEntry& entry = (*frame.snapshot.engines)[i];
        const std::string label = entry.engine + (entry.device.empty() ? "" : ", " + entry.device);
        const bool is_chosen = chosen.engine == entry.engine && chosen.device == std::to_string(i);
        if (ImGui::MenuItem(label.c_str(), entry.reason.c_str(), is_chosen, entry.usable()))
            frame.session.choose_engine({.engine = entry.engine, .device = std::to_string(i)});
    }
    ImGui::EndMenu();
}

}

float draw_menu_bar(const FrameContext& frame, const Actions& actions, const Settings& settings) {
    if (!ImGui::BeginMainMenuBar()) return 0;
    for (const char* const menu : actions.menus()) {
        if (!ImGui::BeginMenu(menu)) continue;
        for (const Action& action : actions.all()) {
            if (std::strcmp(action.menu, menu) != 0) continue;
            draw_action(action);
            if (std::strcmp(action.name, "Open\u2026") == 0) draw_recent(settings, frame.session);
        }
        if (std::strcmp(menu, "Drift") == 0) {
            ImGui::Separator();
            draw_engines(frame);
        }
        ImGui::EndMenu();
    }
    const float height = ImGui::GetWindowHeight();
    ImGui::EndMainMenuBar();
    return height;
}

}
