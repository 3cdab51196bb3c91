#include "app/panels/analysis_panel.h"

#include "app/ui/texts.h"
#include "app/ui/widgets.h"

#include <imgui.h>

#include <algorithm>

namespace huedrift::app {

void AnalysisPanel::draw_heading(const FrameContext& frame) const {
    ImGui::PushFont(frame.gui.fonts().strong);
    ImGui::TextUnformatted("Colours");
    ImGui::PopFont();
    const Weighting weighting = frame.state.shown(frame.snapshot.weightings);
    const auto& result = frame.snapshot.result(weighting);
    if (!result) return;
    std::string text = (result->exact ? "" : "about ") + grouped(result->count());
    if (frame.snapshot.weightings == Weightings::both)
        text = (weighting == Weighting::palette ? "palette  " : "frequency  ") + text;
    ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(text.c_str()).x);
    ImGui::PushStyleColor(ImGuiCol_Text, packed(frame.gui.theme().muted));
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopStyleColor();
}

void AnalysisPanel::draw_diagram(const FrameContext& frame) {
    if (const auto clicked =
            segments("diagram", {"Cloud", "Histogram", "Curve"}, static_cast<int>(diagram_), frame.gui))
        diagram_ = static_cast<Diagram>(*clicked);
    switch (diagram_) {
    case Diagram::cloud:
        return cloud_.draw(frame);
    case Diagram::histogram:
        return histogram_.draw(frame);
    case Diagram::curve:
        return curve_.draw(frame);
    }
}

void AnalysisPanel::draw(const FrameContext& frame) {
    draw_heading(frame);
    const float height = ImGui::GetContentRegionAvail().y;
    ImGui::BeginChild("swatches", {0, std::max(height * 0.42f, 110 * frame.gui.scale())}, false,
                      ImGuiWindowFlags_NavFlattened);
    swatches_.draw(frame);
    ImGui::EndChild();
    swatches_area_ = item_area();
    draw_diagram(frame);
}

}
