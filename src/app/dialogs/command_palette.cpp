#include "app/dialogs/command_palette.h"

#include "app/dialogs/dialog.h"

#include <imgui.h>

#include <algorithm>

namespace huedrift::app {

void CommandPalette::draw(const Actions& actions, const Gui& gui) {
    const bool opening = wanted_;
    if (!begin_dialog("palette of commands", wanted_, 560, gui)) return;
    if (opening) {
        typed_[0] = 0;
        chosen_ = 0;
        ImGui::SetKeyboardFocusHere();
    }
    ImGui::SetNextItemWidth(-1);
    if (ImGui::InputTextWithHint("##typed", "What would you like to do?", typed_.data(), typed_.size()))
        chosen_ = 0;

    std::vector<std::pair<int, const Action*>> found;
    for (const Action& action : actions.all()) {
        const int score = std::max(2 * match_score(typed_.data(), action.name),
                                   match_score(typed_.data(), std::string(action.menu) + " " + action.name));
        if (score > 0 && action.is_enabled()) found.emplace_back(score, &action);
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& x, const auto& y) { return x.first > y.first; });
    const auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key)); };
    const int last = static_cast<int>(found.size()) - 1;
    if (pressed(ImGuiKey_DownArrow)) ++chosen_;
    if (pressed(ImGuiKey_UpArrow)) --chosen_;
    chosen_ = std::clamp(chosen_, 0, std::max(last, 0));

    const Action* run = nullptr;
    if (pressed(ImGuiKey_Enter) && last >= 0) run = found[static_cast<std::size_t>(chosen_)].second;
    const float row = ImGui::GetFrameHeight() + ImGui::GetStyle().ItemSpacing.y;
    ImGui::BeginChild("found", {0, static_cast<float>(std::clamp(last + 1, 1, 11)) * row});
    for (int i = 0; i <= last; ++i) {
        const Action& action = *found[static_cast<std::size_t>(i)].second;
        const float top = ImGui::GetCursorPosY();
        ImGui::PushID(i);
        if (ImGui::Selectable("##row", i == chosen_, 0, {0, ImGui::GetFrameHeight()})) run = &action;
        ImGui::PopID();
        if (i == chosen_ && (pressed(ImGuiKey_DownArrow) || pressed(ImGuiKey_UpArrow)))
            ImGui::SetScrollHereY();
        const float below = ImGui::GetCursorPosY();
        ImGui::SetCursorPos(
            {8 * gui.scale(), top + (ImGui::GetFrameHeight() - ImGui::GetTextLineHeight()) / 2});
        ImGui::TextUnformatted(action.name);
        ImGui::SameLine(0, 12 * gui.scale());
        ImGui::TextDisabled("%s", action.menu);
        if (!action.shortcuts.empty()) {
            const std::string key = name_of(action.shortcuts.front());
            ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(key.c_str()).x -
                            8 * gui.scale());
            ImGui::TextDisabled("%s", key.c_str());
        }
        ImGui::SetCursorPosY(below);
    }
    if (last < 0) ImGui::TextDisabled("No command has that name.");
    ImGui::EndChild();
    if (run) {
        ImGui::CloseCurrentPopup();
        run->run();
    }
    end_dialog();
}

}
