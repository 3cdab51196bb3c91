#include "app/panels/progress.h"

#include "app/ui/texts.h"
#include "app/ui/widgets.h"
#include "base/time_left.h"

#include <imgui.h>

#include <algorithm>

namespace huedrift::app {
namespace {

const char* name_of(Activity activity) {
    switch (activity) {
    case Activity::loading:
        return "Reading the picture";
    case Activity::seeking:
        return "Looking for a radius";
    case Activity::preview:
        return "Previewing";
    case Activity::reducing:
        return "Computing exactly";
    case Activity::curve: // nobody waits for it
    case Activity::idle:
        break;
    }
    return "";
}

/// "43 %, 5 s left"; short work is only named. How long a search takes is unknown, so it shows the best so
/// far.
std::string activity_text(const Snapshot& snapshot) {
    constexpr double worth_telling = 0.5; // seconds
    const std::string name = name_of(snapshot.activity);
    if (snapshot.best_try)
        return "Best: " + counted(snapshot.best_try->colors, "colour", "colours") + " at " +
               short_number(snapshot.best_try->radius);
    if (snapshot.activity == Activity::seeking) return name;
    if (name.empty() || snapshot.share == 0 || snapshot.elapsed < worth_telling) return name;
    const std::string left = time_left(snapshot.share, snapshot.elapsed);
    return std::to_string(static_cast<int>(100 * snapshot.share)) + " %" + (left.empty() ? "" : ", " + left);
}

/// "37 colours", "about 37 and 52 colours"; empty where there is nothing to count.
std::string count_text(const Snapshot& snapshot) {
    std::string text;
    std::size_t count = 0;
    bool exact = true;
    for (const Weighting weighting : each(snapshot.weightings)) {
        const auto& result = snapshot.result(weighting);
        if (!result) return "";
        count = result->count();
        exact = exact && result->exact;
        text += (text.empty() ? "" : " and ") + grouped(count);
    }
    return (exact ? "" : "about ") + text + (count == 1 ? " colour" : " colours");
}

/// The count, coloured by how certain it is, and the word for that beside it.
void draw_state(const FrameContext& frame) {
    const Theme& theme = frame.gui.theme();
    const std::string count = count_text(frame.snapshot);
    const bool is_preview = std::ranges::any_of(each(frame.snapshot.weightings), [&](Weighting weighting) {
        return frame.snapshot.state(weighting) == ResultState::preview;
    });
    const Rgb color = frame.snapshot.exact() ? theme.accent : is_preview ? theme.warning : theme.muted;
    const char* const word = frame.snapshot.best_try   ? "trying"
                             : frame.snapshot.exact()  ? "exact"
                             : is_preview              ? "preview"
                             : frame.snapshot.document ? "not computed"
                                                       : "no picture";
    ImGui::PushFont(frame.gui.fonts().title);
    ImGui::PushStyleColor(ImGuiCol_Text, packed(color));
    ImGui::TextUnformatted(count.empty() ? word : count.c_str());
    if (!count.empty()) {
        const float width = ImGui::CalcTextSize(word).x;
        ImGui::SameLine(ImGui::GetContentRegionMax().x - width);
        ImGui::TextUnformatted(word);
    }
    ImGui::PopStyleColor();
    ImGui::PopFont();
}

}

void draw_progress(const FrameContext& frame) {
    draw_state(frame);
    const bool working =
        frame.snapshot.activity != Activity::idle && frame.snapshot.activity != Activity::curve;
    ImGui::AlignTextToFramePadding();
    ImGui::PushStyleColor(ImGuiCol_Text, packed(frame.gui.theme().muted));
    ImGui::TextUnformatted(activity_text(frame.snapshot).c_str());
    ImGui::PopStyleColor();
    const float width = 72 * frame.gui.scale();
    if (working) {
        ImGui::SameLine(ImGui::GetContentRegionMax().x - width);
        if (ImGui::Button(frame.snapshot.best_try ? "Take it" : "Cancel", {width, 0})) frame.session.cancel();
    } else if (frame.snapshot.document && !frame.snapshot.exact()) {
        ImGui::SameLine(ImGui::GetContentRegionMax().x - width);
        if (ImGui::Button("Compute", {width, 0})) frame.session.resume();
    }
    if (working)
        progress_line(frame.snapshot.share, frame.gui);
    else
        ImGui::Dummy({1, 4 * frame.gui.scale()}); // so that nothing moves when work begins
}

}
