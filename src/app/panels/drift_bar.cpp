#include "app/panels/drift_bar.h"

#include "app/panels/playback_controls.h"
#include "app/ui/texts.h"
#include "app/ui/widgets.h"

#include <imgui.h>

#include <cmath>

namespace huedrift::app {
namespace {

/// "Step 12 of 48", of which more may come: "Step 12 of 48+"
std::string about_step(const Drift& drift, double share) {
    if (drift.steps == 0) return drift.whole ? "No steps" : "Steps\u2026";
    const Drift::Moment moment = drift.at(share);
    const double step = (double(moment.first) + double{moment.beyond}) * drift.stride;
    return "Step " + grouped(std::min<std::uint64_t>(std::uint64_t(std::lround(step)), drift.steps)) +
           " of " + grouped(drift.steps) + (drift.whole ? "" : "+");
}

}

void draw_drift_bar(const FrameContext& frame, const std::array<float, 4>& area) {
    const float scale = frame.gui.scale(), basins = ImGui::CalcTextSize("Basins").x + 40 * scale;
    begin_bar("drift", area, ImGui::GetFrameHeight(), 10, frame.gui);
    const float text = ImGui::CalcTextSize("Step 1,000 of 1,000+").x;
    draw_playback(frame.state.drift, {"Back  J", "On  L", 8}, text + basins + 44 * scale, frame.gui);
    ImGui::AlignTextToFramePadding();
    const auto& drift = frame.snapshot.drift;
    const bool has_room = ImGui::GetContentRegionAvail().x >= text + basins;
    if (has_room && drift && drift->result->picture == frame.snapshot.picture)
        ImGui::TextUnformatted(about_step(*drift, frame.state.drift.share()).c_str());
    ImGui::SameLine(area[2] - basins - 10 * scale);
    ImGui::Checkbox("Basins", &frame.state.shows_basins);
    tooltip("Points in the colours that they become", frame.gui);
    ImGui::End();
}

}
