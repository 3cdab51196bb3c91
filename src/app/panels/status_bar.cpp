#include "app/panels/status_bar.h"

#include "app/ui/texts.h"
#include "app/ui/widgets.h"

#include <imgui.h>

namespace huedrift::app {
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

std::string about_colors(const Snapshot& snapshot) {
    if (!snapshot.picture) return "";
    std::string text = source_colors(snapshot);
    const char* arrow = "  \u2192  ";
    for (const Weighting weighting : each(snapshot.weightings))
        if (const auto& result = snapshot.result(weighting)) {
            text += std::string(arrow) + (result->exact ? "" : "about ") + grouped(result->count());
            arrow = " / ";
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
        if (result->recipe.labels.defringe != 0) text += ", " + grouped(cleaned.defringed) + " px of fringe";
        if (result->recipe.labels.min_region > 1)
            text +=
                ", " + grouped(cleaned.joined_regions) + " small (" + grouped(cleaned.joined_pixels) + " px)";
    }
    return text;
}

std::string about_result(const Snapshot& snapshot) {
    const auto& result = snapshot.result(each(snapshot.weightings).front());
    if (!result) return "";
    if (!result->exact) return "preview in " + duration(result->seconds);
    return "exact in " + duration(result->seconds) + separator + result->engine + ", " + result->device;
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
