#include "app/panels/analysis_panel.h"

#include "app/ui/texts.h"
#include "app/ui/widgets.h"

#include <imgui.h>

#include <algorithm>

namespace huedrift::app {

void AnalysisPanel::draw_heading(const Snapshot& snapshot, const ViewState& state, const Gui& gui) const {
    ImGui::PushFont(gui.fonts().strong);
    ImGui::TextUnformatted("Colours");
    ImGui::PopFont();
    const Weighting weighting = state.shown(snapshot.weightings);
    const auto& result = snapshot.result(weighting);
    if (!result) return;
    std::string text = (result->exact ? "" : "about ") + grouped(result->palette.size());
    if (snapshot.weightings == Weightings::both)
        text = (weighting == Weighting::palette ? "palette  " : "frequency  ") + text;
    ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(text.c_str()).x);
    ImGui::PushStyleColor(ImGuiCol_Text, packed(gui.theme().muted));
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopStyleColor();
}

void AnalysisPanel::draw_diagram(const Snapshot& snapshot, Session& session, ViewState& state,
                                 const Gui& gui) {
    if (const auto clicked =
            segments("diagram", {"Cloud", "Histogram", "Curve"}, static_cast<int>(diagram_), gui))
        diagram_ = static_cast<Diagram>(*clicked);
    switch (diagram_) {
    case Diagram::cloud:
        return cloud_.draw(snapshot, session, state, gui);
    case Diagram::histogram:
        return histogram_.draw(snapshot, state, gui);
    case Diagram::curve:
        return curve_.draw(snapshot, session, gui);
    }
}

void AnalysisPanel::draw(const Snapshot& snapshot, Session& session, ViewState& state, const Gui& gui) {
    draw_heading(snapshot, state, gui);
    const float height = ImGui::GetContentRegionAvail().y;
    ImGui::BeginChild("swatches", {0, std::max(height * 0.42f, 110 * gui.scale())}, false,
                      ImGuiWindowFlags_NavFlattened);
    swatches_.draw(snapshot, session, state, gui);
    ImGui::EndChild();
    swatches_area_ = item_area();
    draw_diagram(snapshot, session, state, gui);
}

}
