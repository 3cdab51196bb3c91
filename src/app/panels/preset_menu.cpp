#include "app/panels/drift_panel.h"
#include "app/ui/texts.h"
#include "app/ui/widgets.h"
#include "pipeline/look.h"
#include "session/palette_edits.h"

#include <imgui.h>

#include <algorithm>

namespace huedrift::app {
namespace {

/// The settings without those of one picture.
SessionSettings present_settings(const FrameContext& frame) {
    return {with_edits(frame.session.recipe(), {}), frame.session.weightings()};
}

/// A preset is used as a look is: the picture's edits stay.
void use(const Preset& preset, const FrameContext& frame) {
    const SessionSettings& settings = preset.settings;
    frame.session.set(with_look(frame.session.recipe(), settings.recipe), settings.weightings);
}

/// Keeps them in the order of their names, which are unique.
void save(std::vector<Preset>& presets, Preset saved) {
    std::erase_if(presets, [&](const Preset& preset) { return preset.name == saved.name; });
    const auto place = std::ranges::lower_bound(presets, saved.name, {}, &Preset::name);
    presets.insert(place, std::move(saved));
}

}

/// The saved presets, each with a button that removes it.
void PresetMenu::draw_list(const FrameContext& frame, float width) {
    std::vector<Preset>& presets = frame.state.settings.presets;
    if (presets.empty()) muted_text("Save the settings under a name.", frame.gui);
    const float remove = ImGui::GetFrameHeight(), gap = ImGui::GetStyle().ItemInnerSpacing.x;
    const SessionSettings now = present_settings(frame);
    auto removed = presets.end();
    for (auto preset = presets.begin(); preset != presets.end(); ++preset) {
        ImGui::PushID(preset->name.c_str());
        const std::string shown = shortened(preset->name, width - remove - gap);
        const bool is_in_force = preset->settings == now;
        if (ImGui::Selectable((shown + "###use").c_str(), is_in_force, ImGuiSelectableFlags_None,
                              {width - remove - gap, remove}))
            use(*preset, frame);
        ImGui::SameLine(0, gap);
        if (ImGui::Button("\u00d7", {remove, remove})) removed = preset;
        tooltip("Remove this preset", frame.gui);
        ImGui::PopID();
    }
    if (removed != presets.end()) presets.erase(removed);
}

/// A field for the name of a new preset. A name that is there already gets the present settings.
void PresetMenu::draw_saving(const FrameContext& frame, float width) {
    std::vector<Preset>& presets = frame.state.settings.presets;
    const float button = 72 * frame.gui.scale();
    if (presets.empty() && ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(width - button - ImGui::GetStyle().ItemInnerSpacing.x);
    const bool confirmed = ImGui::InputTextWithHint("##name", "name", name_.data(), name_.size(),
                                                    ImGuiInputTextFlags_EnterReturnsTrue);
    ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
    const std::string name = name_.data();
    const bool is_known = std::ranges::count(presets, name, &Preset::name) > 0;
    const bool pressed =
        accented_button(is_known ? "Replace###save" : "Save###save", frame.gui, button, !name.empty());
    if (name.empty() || (!pressed && !confirmed)) return;
    save(presets, {name, present_settings(frame)});
    name_.fill('\0');
    ImGui::CloseCurrentPopup();
}

void PresetMenu::draw(const FrameContext& frame) {
    const char* const label = "Presets";
    const float scale = frame.gui.scale(), width = 220 * scale;
    ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(label).x);
    if (link("presets", label, frame.gui)) ImGui::OpenPopup("preset menu");
    tooltip("Settings saved under a name, to use them for other pictures", frame.gui);
    const ImVec2 corner = ImGui::GetItemRectMax();
    ImGui::SetNextWindowPos({corner.x, corner.y + 4 * scale}, ImGuiCond_Always, {1, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {12 * scale, 12 * scale});
    if (ImGui::BeginPopup("preset menu")) {
        draw_list(frame, width);
        draw_saving(frame, width);
        // The field would otherwise use Escape to end the typing.
        if (key_pressed(ImGuiKey_Escape)) ImGui::CloseCurrentPopup();
        ImGui::EndPopup();
    }
    ImGui::PopStyleVar();
}

}
