#include "app/panels/status_bar.h"

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
        return "Computing the final result";
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

/// Of the results, as far as they are those of now, or nearly.
ResultState shown_state(const Snapshot& snapshot) {
    const bool keeps = is_catching_up(snapshot);
    const bool has_preview = std::ranges::any_of(each(snapshot.weightings), [&](Weighting weighting) {
        return keeps ? !snapshot.result(weighting)->exact : snapshot.state(weighting) == ResultState::preview;
    });
    if (has_preview) return ResultState::preview;
    return keeps || snapshot.exact() ? ResultState::exact : ResultState::outdated;
}

/// The count, coloured by how certain it is, and the word for that beside it.
void draw_state(const FrameContext& frame) {
    const Theme& theme = frame.gui.theme();
    const std::string count = count_text(frame.snapshot);
    const ResultState state = frame.snapshot.document ? shown_state(frame.snapshot) : ResultState::none;
    const Rgb color = state == ResultState::exact     ? theme.accent
                      : state == ResultState::preview ? theme.warning
                                                      : theme.muted;
    const char* const word = frame.snapshot.best_try         ? "trying"
                             : state == ResultState::exact   ? "final"
                             : state == ResultState::preview ? "preview"
                             : state == ResultState::none    ? "no picture"
                             : is_working(frame.snapshot)    ? (count.empty() ? "computing" : "updating")
                                                             : "not computed";
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
    const bool working = is_working(frame.snapshot);
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

namespace {

constexpr const char* separator = "   \u00b7   ";

/// What was done with the colour profile.
std::string about_profile(const ProfileReport& profile) {
    const std::string name = profile.name.empty() ? "profile" : profile.name;
    switch (profile.state) {
    case ProfileReport::State::none:
        break;
    case ProfileReport::State::converted:
        return separator + name + " \u2192 sRGB";
    case ProfileReport::State::srgb:
        return separator + std::string("sRGB");
    case ProfileReport::State::kept:
        return separator + name + " kept";
    case ProfileReport::State::ignored:
        return separator + name + " ignored";
    case ProfileReport::State::unusable:
        return separator + ("profile ignored: " + profile.name);
    }
    return "";
}

std::string about_size(const Document& document) {
    const ImageView shown = frame_of(document, *document.image, 0);
    const std::size_t frames = frames_of(document);
    return std::to_string(shown.width) + " \u00d7 " + std::to_string(shown.height) +
           (frames > 1 ? separator + counted(frames, "frame", "frames") : "");
}

std::string about_document(const Snapshot& snapshot) {
    if (!snapshot.opening.empty()) return "Opening " + snapshot.opening.filename().string();
    if (!snapshot.document) return "No picture is open";
    const Document& document = *snapshot.document;
    return document.path.filename().string() + separator + about_size(document) + separator +
           file_size(document.file_bytes) + about_profile(document.profile);
}

/// What was lost on the way in, a sentence a line.
std::string about_losses(const Snapshot& snapshot) {
    std::string text;
    if (!snapshot.document) return text;
    for (const std::string& note : snapshot.document->notes) text += (text.empty() ? "" : "\n") + note;
    return text;
}

std::string about_colors(const Snapshot& snapshot) {
    if (!snapshot.picture) return "";
    std::string text = source_colors(snapshot);
    const char* arrow = "  \u2192  ";
    for (const Weighting weighting : each(snapshot.weightings))
        if (const auto& result = snapshot.result(weighting)) {
            text += std::string(arrow) + (result->exact ? "" : "about ") + grouped(result->palette.size());
            arrow = " and ";
        }
    return text;
}

std::string about_cleaning(const Snapshot& snapshot) {
    std::string text;
    for (const Weighting weighting : each(snapshot.weightings)) {
        const auto& result = snapshot.result(weighting);
        if (!result || !result->cleaned) continue;
        const Result::Cleaned& cleaned = *result->cleaned;
        text += (text.empty() ? separator : "  /  ") + counted(cleaned.regions, "region", "regions");
        if (result->recipe.labels.defringe != 0)
            text += ", " + grouped(cleaned.defringed) + " px of edges cleaned";
        if (result->recipe.labels.min_region > 1)
            text += ", " + counted(cleaned.joined_regions, "speck", "specks") + " removed (" +
                    grouped(cleaned.joined_pixels) + " px)";
    }
    return text;
}

std::string about_result(const Snapshot& snapshot) {
    const auto& result = snapshot.result(each(snapshot.weightings).front());
    if (!result) return "";
    if (!result->exact) return "preview in " + duration(result->seconds);
    return "final in " + duration(result->seconds) + separator + result->engine + ", " + result->device;
}

}

float status_bar_height(const Gui& gui) { return 30 * gui.scale(); }

void draw_status_bar(const FrameContext& frame, const std::string& drawn_by,
                     const std::array<float, 4>& area) {
    const float scale = frame.gui.scale();
    ImGui::PushFont(frame.gui.fonts().small);
    begin_bar("status", area, ImGui::GetTextLineHeight(), 12, frame.gui);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRectFullScreen();
    list.AddLine({area[0], area[1]}, {area[0] + area[2], area[1]}, packed(frame.gui.theme().line));
    list.PopClipRect();
    ImGui::PushStyleColor(ImGuiCol_Text, packed(frame.gui.theme().muted));
    const std::string colors = about_colors(frame.snapshot);
    const std::string left = about_document(frame.snapshot) + (colors.empty() ? "" : separator + colors) +
                             about_cleaning(frame.snapshot);
    ImGui::TextUnformatted(left.c_str());
    if (const std::string lost = about_losses(frame.snapshot); !lost.empty()) tooltip(lost, frame.gui);
    const std::string result = about_result(frame.snapshot);
    const std::string right = result.empty() ? "drawn by " + drawn_by : result;
    const float width = ImGui::CalcTextSize(right.c_str()).x, from = area[2] - 12 * scale - width;
    if (from > ImGui::CalcTextSize(left.c_str()).x + 24 * scale) {
        ImGui::SameLine(from);
        ImGui::TextUnformatted(right.c_str());
    }
    ImGui::PopStyleColor();
    ImGui::End();
    ImGui::PopFont();
}

}
