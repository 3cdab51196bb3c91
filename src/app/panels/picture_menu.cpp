#include "app/panels/picture_menu.h"

#include "app/ui/clipboard.h"
#include "session/palette_edits.h"

#include <imgui.h>

namespace huedrift::app {
namespace {

void copy_item(Rgb color, ViewState& state) {
    const std::string code = hex_code(color);
    if (ImGui::MenuItem(("Copy " + code).c_str())) copy(code, code, state);
}

}

void PictureMenu::draw(const Snapshot& snapshot, Session& session, ViewState& state, const Gui& gui) {
    const auto pin = [&](Rgb color) {
        session.set(pinned(snapshot.recipe, color));
        state.said = "Pinned " + hex_code(color);
    };
    if (state.pointed && ImGui::GetIO().KeyAlt && ImGui::IsMouseClicked(ImGuiMouseButton_Left))
        pin(*state.pointed);
    if (state.pointed && ImGui::IsMouseClicked(ImGuiMouseButton_Right)) {
        color_ = state.pointed;
        ImGui::OpenPopup("picture");
    }
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {10 * gui.scale(), 8 * gui.scale()});
    if (ImGui::BeginPopup("picture")) {
        const auto& result = snapshot.result(state.shown(snapshot.weightings));
        const auto after = result ? result->result_of(*color_) : std::nullopt;
        copy_item(*color_, state);
        if (after && *after != *color_) copy_item(*after, state);
        ImGui::Separator();
        if (is_pinned(snapshot.recipe, *color_)) {
            if (ImGui::MenuItem("Unpin")) session.set(unpinned(snapshot.recipe, *color_));
        } else if (ImGui::MenuItem(("Pin " + hex_code(*color_)).c_str(), "Alt-click")) {
            pin(*color_);
        }
        if (after && ImGui::MenuItem(("Show only " + hex_code(*after)).c_str())) state.isolated = after;
        ImGui::EndPopup();
    }
    ImGui::PopStyleVar();
}

}
