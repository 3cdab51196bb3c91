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
        count = result->palette.size();
        exact = exact && result->exact;
        text += (text.empty() ? "" : " and ") + grouped(count);
    }
    return (exact ? "" : "about ") + text + (count == 1 ? " colour" : " colours");
}

/// The count, coloured by how certain it is, and the word for that beside it.
void draw_state(const Snapshot& snapshot, const Gui& gui) {
    const Theme& theme = gui.theme();
    const std::string count = count_text(snapshot);
    const bool is_preview = std::ranges::any_of(each(snapshot.weightings), [&](Weighting weighting) {
        return snapshot.state(weighting) == ResultState::preview;
    });
    const Rgb color = snapshot.exact() ? theme.accent : is_preview ? theme.warning : theme.muted;
    const char* const word = snapshot.best_try   ? "trying"
                             : snapshot.exact()  ? "exact"
                             : is_preview        ? "preview"
                             : snapshot.document ? "not computed"
                                                 : "no picture";
    ImGui::PushFont(gui.fonts().title);
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

void draw_progress(const Snapshot& snapshot, Session& session, const Gui& gui) {
    draw_state(snapshot, gui);
    const bool working = snapshot.activity != Activity::idle && snapshot.activity != Activity::curve;
    ImGui::AlignTextToFramePadding();
    ImGui::PushStyleColor(ImGuiCol_Text, packed(gui.theme().muted));
    ImGui::TextUnformatted(activity_text(snapshot).c_str());
    ImGui::PopStyleColor();
    const float width = 72 * gui.scale();
    if (working) {
        ImGui::SameLine(ImGui::GetContentRegionMax().x - width);
        if (ImGui::Button(snapshot.best_try ? "Take it" : "Cancel", {width, 0})) session.cancel();
    } else if (snapshot.document && !snapshot.exact()) {
        ImGui::SameLine(ImGui::GetContentRegionMax().x - width);
        if (ImGui::Button("Compute", {width, 0})) session.resume();
    }
    if (working)
        progress_line(snapshot.share, gui);
    else
        ImGui::Dummy({1, 4 * gui.scale()}); // so that nothing moves when work begins
}

}
