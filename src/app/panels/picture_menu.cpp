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

void PictureMenu::draw(const FrameContext& frame) {
    const auto pin = [&](Rgb color) {
        frame.session.set(pinned(frame.snapshot.recipe, color));
        frame.state.said = "Pinned " + hex_code(color);
    };
    if (frame.state.pointed && ImGui::GetIO().KeyAlt && ImGui::IsMouseClicked(ImGuiMouseButton_Left))
        pin(*frame.state.pointed);
    if (frame.state.pointed && ImGui::IsMouseClicked(ImGuiMouseButton_Right)) {
        color_ = frame.state.pointed;
        ImGui::OpenPopup("picture");
    }
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {10 * frame.gui.scale(), 8 * frame.gui.scale()});
    if (ImGui::BeginPopup("picture")) {
        const auto& result = frame.snapshot.result(frame.state.shown(frame.snapshot.weightings));
        const auto after = result ? result->result_of(*color_) : std::nullopt;
        copy_item(*color_, frame.state);
        if (after && *after != *color_) copy_item(*after, frame.state);
        ImGui::Separator();
        if (is_pinned(frame.snapshot.recipe, *color_)) {
            if (ImGui::MenuItem("Unpin")) frame.session.set(unpinned(frame.snapshot.recipe, *color_));
        } else if (ImGui::MenuItem(("Pin " + hex_code(*color_)).c_str(), "Alt-click")) {
            pin(*color_);
        }
        if (after && ImGui::MenuItem(("Show only " + hex_code(*after)).c_str())) frame.state.isolated = after;
        ImGui::EndPopup();
    }
    ImGui::PopStyleVar();
}

}
