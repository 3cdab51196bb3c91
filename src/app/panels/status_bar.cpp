#include "app/panels/bars.h"

#include "app/ui/texts.h"
#include "app/ui/widgets.h"
#include "base/progress.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace huedrift::app {
namespace {

const char* name_of(Activity activity) {
    switch (activity) {
    case Activity::loading:
        return "Reading the picture";
    case Activity::suiting:
        return "Choosing a look";
    case Activity::seeking:
        return "Looking for a radius";
    case Activity::preview:
        return "Previewing";
    case Activity::reducing:
        return "Computing";
    case Activity::curve: // background work
    case Activity::idle:
        break;
    }
    return "";
}

/// "43 %, 5 s left"; only the name for short work, and while a radius is sought, which takes unknown time.
std::string activity_text(const Snapshot& snapshot) {
    constexpr double worth_telling = 0.5; // seconds
    const std::string name = name_of(snapshot.activity);
    if (snapshot.activity == Activity::seeking) return name;
    if (name.empty() || snapshot.share == 0 || snapshot.elapsed() < worth_telling) return name;
    const std::string left = time_left(snapshot.share, snapshot.elapsed());
    return std::to_string(static_cast<int>(100 * snapshot.share)) + " %" + (left.empty() ? "" : ", " + left);
}

/// "37 colours", "about 37 and 52"; empty without a result.
std::string count_text(const Snapshot& snapshot) {
    std::string text;
    std::size_t count = 0;
    bool has_alpha = false;
    Certainty certainty;
    for (const Weighting weighting : each(snapshot.weightings)) {
        const auto& result = snapshot.result(weighting);
        if (!result) return "";
        has_alpha = has_alpha || result->has_entries;
        count = result->swatches.size();
        certainty.add(*result, count);
        text += (text.empty() ? "" : " and ") + grouped(count);
    }
    text = certainty.word() + text;
    // Two numbers leave no room for the word beside the running work.
    if (snapshot.weightings == Weightings::both && is_working(snapshot)) return text;
    return text + (count == 1 ? " colour" : " colours") + (has_alpha ? " with alpha" : "");
}

/// The state of the results, treating those that are catching up as current.
ResultState shown_state(const Snapshot& snapshot) {
    const bool keeps = is_catching_up(snapshot);
    const bool has_preview = std::ranges::any_of(each(snapshot.weightings), [&](Weighting weighting) {
        return keeps ? !snapshot.result(weighting)->exact : snapshot.state(weighting) == ResultState::preview;
    });
    if (has_preview) return ResultState::preview;
    return keeps || snapshot.exact() ? ResultState::exact : ResultState::outdated;
}

/// The word for the state of the results.
const char* state_word(const Snapshot& snapshot, ResultState state, bool has_count) {
    switch (state) {
    case ResultState::exact:
        return "final";
    case ResultState::preview:
        return "preview";
    case ResultState::none:
        return "no picture";
    case ResultState::outdated:
        break;
    }
    return !is_working(snapshot) ? "not computed" : has_count ? "updating" : "computing";
}

/// Places the next control so that it ends at the right edge.
void right_align(float width) { ImGui::SameLine(ImGui::GetContentRegionMax().x - width); }

/// Draws the progress of the work and a button that ends it.
void draw_work(const FrameContext& frame, float free) {
    const float button = 72 * frame.gui.scale(), gap = ImGui::GetStyle().ItemSpacing.x;
    const std::string text = activity_text(frame.snapshot);
    const auto width = [](const std::string& part) { return ImGui::CalcTextSize(part.c_str()).x; };
    std::string shown = text;
    // A text without its time, or no text, tells more than the two ends of a word.
    if (width(shown) > free - button - 3 * gap) shown.resize(std::min(shown.find(','), shown.size()));
    if (width(shown) > free - button - 3 * gap) shown.clear();
    right_align(button + gap + width(shown));
    ImGui::AlignTextToFramePadding();
    muted_text(shown, frame.gui);
    if (button_at_right("Cancel", frame.gui)) frame.session.cancel();
    if (shown != text) tooltip(text, frame.gui);
}

}

/// Draws the number of colours, coloured by its certainty, and beside it the word for that or the running
/// work.
void draw_progress(const FrameContext& frame) {
    const Theme& theme = frame.gui.theme();
    const std::string count = count_text(frame.snapshot);
    const ResultState state = frame.snapshot.document ? shown_state(frame.snapshot) : ResultState::none;
    const char* const word = state_word(frame.snapshot, state, !count.empty());
    ImGui::PushFont(frame.gui.fonts().title);
    ImGui::PushStyleColor(ImGuiCol_Text, packed(state == ResultState::exact     ? theme.accent
                                                : state == ResultState::preview ? theme.warning
                                                                                : theme.muted));
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(count.empty() ? word : count.c_str());
    const float free = ImGui::GetContentRegionMax().x - ImGui::GetItemRectSize().x;
    const bool working = is_working(frame.snapshot);
    const bool is_left = frame.snapshot.document && !frame.snapshot.exact() && !working;
    if (!count.empty() && !working && !is_left) {
        right_align(ImGui::CalcTextSize(word).x);
        ImGui::TextUnformatted(word);
    }
    ImGui::PopStyleColor();
    ImGui::PopFont();
    if (working) draw_work(frame, free);
    if (is_left && button_at_right("Compute", frame.gui)) frame.session.resume();
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() - ImGui::GetStyle().ItemSpacing.y);
    if (working)
        progress_line(frame.snapshot.share, frame.gui);
    else
        ImGui::Dummy({1, 4 * frame.gui.scale()}); // keeps the layout when work begins
}

namespace {

constexpr const char* separator = "   \u00b7   ";

/// How the colour profile was used.
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
    return dimensions(shown.width, shown.height) +
           (frames > 1 ? separator + counted(frames, "frame", "frames") : "") +
           (document.resolution ? separator + dpi_text(*document.resolution) : "");
}

std::string about_document(const Snapshot& snapshot) {
    if (!snapshot.opening.empty()) return "Opening " + snapshot.opening.filename().string();
    if (!snapshot.document) return "No picture is open";
    const Document& document = *snapshot.document;
    return document.path.filename().string() + separator + about_size(document) + separator +
           file_size(document.file_bytes) + about_profile(document.profile);
}

/// The losses of loading, one sentence a line.
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
            text += arrow + number_of_colors(*result, result->swatches.size());
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

/// Says that the CPU does the work because there is no GPU.
std::string about_gpu(const Snapshot& snapshot) {
    const bool has_gpu = std::ranges::any_of(
        *snapshot.engines, [](const EngineEntry& entry) { return entry.usable() && entry.is_gpu; });
    return has_gpu ? "" : std::string("no GPU") + separator;
}

std::string about_result(const Snapshot& snapshot) {
    const auto& result = snapshot.result(each(snapshot.weightings).front());
    if (!result) return "";
    if (!result->exact) return "preview" + in_duration(result->seconds);
    if (!result->recipe.shift.drifts()) return std::string("final") + separator + "no drift";
    return "final" + in_duration(result->seconds) + separator + result->engine + ", " + result->device;
}

}

float status_bar_height(const Gui& gui) { return 30 * gui.scale(); }

void draw_status_bar(const FrameContext& frame, const std::string& drawn_by, const Box& area,
                     bool tells_work) {
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
    const bool is_told = tells_work && is_working(frame.snapshot) && !is_catching_up(frame.snapshot);
    const std::string result = is_told ? activity_text(frame.snapshot) : about_result(frame.snapshot);
    const std::string right = result.empty() ? "drawn by " + drawn_by : result;
    const std::string right_text = about_gpu(frame.snapshot) + right;
    const float width = ImGui::CalcTextSize(right_text.c_str()).x, from = area[2] - 12 * scale - width;
    if (from > ImGui::CalcTextSize(left.c_str()).x + 24 * scale) {
        ImGui::SameLine(from);
        ImGui::TextUnformatted(right_text.c_str());
    }
    ImGui::PopStyleColor();
    ImGui::End();
    ImGui::PopFont();
}

namespace {

// Units.
constexpr float strip_height = 68, tile_height = 52, picture_width = 60, picture_height = 44, narrowest = 88,
                widest = 168;

struct Line {
    std::string text;
    Rgb color;
};

/// The outcome of a file in the last export of the queue, else the size of its picture.
Line outcome(const QueueProgress::Item* item, bool runs, const Thumbnail* thumbnail, const Theme& theme) {
    using State = QueueProgress::Item::State;
    if (item && item->state == State::failed) return {"failed", theme.warning};
    if (item && item->state == State::written) {
        std::string colors;
        for (const std::size_t count : item->colors)
            colors += (colors.empty() ? "" : " and ") + grouped(count);
        return {colors + (item->colors == std::vector<std::size_t>{1} ? " colour" : " colours"), theme.text};
    }
    if (item && runs) return {"waiting", theme.muted};
    if (!thumbnail) return {"", theme.muted};
    return {thumbnail->width > 0 ? dimensions(thumbnail->width, thumbnail->height) : "unreadable",
            theme.muted};
}

/// A button with a thumbnail and two lines beside it.
bool draw_tile(const FrameContext& frame, std::size_t number, bool is_open, ThumbnailView& thumbnails) {
    const Location& file = (*frame.snapshot.queue)[number];
    const Theme& theme = frame.gui.theme();
    const float scale = frame.gui.scale(), gap = 4 * scale;
    const std::string name = file.filename().string();
    const float text_width =
        std::clamp(ImGui::CalcTextSize(name.c_str()).x, narrowest * scale, widest * scale);
    const bool clicked =
        ImGui::Button("##tile", {picture_width * scale + text_width + 4 * gap, tile_height * scale});
    if (!ImGui::IsItemVisible()) return false;
    const auto [x, y, width, height] = item_area();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (is_open)
        list.AddRect({x + scale, y + scale}, {x + width - scale, y + height - scale}, packed(theme.accent),
                     ImGui::GetStyle().FrameRounding, 0, 2 * scale);
    const auto seen = thumbnails.draw(
        file.file(),
        {x + gap, y + (height - picture_height * scale) / 2, picture_width * scale, picture_height * scale},
        frame.gui);
    const auto* const item =
        frame.snapshot.queue_export ? frame.snapshot.queue_export->find(file, number) : nullptr;
    const Line below =
        outcome(item, frame.snapshot.queue_export && frame.snapshot.queue_export->running, seen.get(), theme);
    const float text = x + picture_width * scale + 2.5f * gap, line = ImGui::GetTextLineHeight();
    ImFont* const small = frame.gui.fonts().small;
    const float top = std::round(y + (height - line - size_of(small) - gap) / 2);
    list.AddText({text, top}, packed(theme.text), shortened(name, text_width).c_str());
    draw_text(small, {text, top + line + gap}, packed(below.color), below.text);
    tooltip(file.name() + (item && !item->failure.empty() ? "\n" + item->failure : ""), frame.gui);
    return clicked;
}

void draw_files(const FrameContext& frame, ThumbnailView& thumbnails) {
    const Location& current = !frame.snapshot.opening.empty() ? frame.snapshot.opening
                              : frame.snapshot.document       ? frame.snapshot.document->path
                                                              : frame.snapshot.queue->front();
    for (std::size_t i = 0; i < frame.snapshot.queue->size(); ++i) {
        if (i > 0) ImGui::SameLine(0, 6 * frame.gui.scale());
        ImGui::PushID(static_cast<int>(i));
        const bool is_open = (*frame.snapshot.queue)[i] == current;
        if (draw_tile(frame, i, is_open, thumbnails)) frame.session.open_queued(i);
        // Scrolls there only once, so that the user can scroll away.
        int* const in_view = ImGui::GetStateStorage()->GetIntRef(ImGui::GetID(""), 0);
        if (is_open && !std::exchange(*in_view, 1)) ImGui::SetScrollHereX();
        if (!is_open) *in_view = 0;
        ImGui::PopID();
    }
}

}

float queue_strip_height(const FrameContext& frame) {
    return frame.snapshot.queue->size() > 1 ? strip_height * frame.gui.scale() : 0;
}

void draw_queue_strip(const FrameContext& frame, ThumbnailView& thumbnails, const Box& area) {
    const float scale = frame.gui.scale();
    begin_bar("queue", area, tile_height * scale, 10, frame.gui);
    const float top = ImGui::GetCursorPosY(), middle = std::round((area[3] - ImGui::GetFrameHeight()) / 2);
    ImGui::SetCursorPosY(middle);
    bool linked = frame.snapshot.linked;
    if (checkbox("One palette for all", linked, frame.actions.get(ActionId::link).tip(), frame.gui))
        frame.session.link(linked);
    ImGui::SameLine(0, 12 * scale);
    ImGui::SetCursorPosY(middle);
    if (ImGui::Button("Export All\u2026")) frame.actions.run(ActionId::export_all);
    tooltip(frame.actions.get(ActionId::export_all).tip(), frame.gui);
    ImGui::SameLine(0, 16 * scale);
    ImGui::SetCursorPosY(top);
    ImGui::BeginChild("files", {}, false,
                      ImGuiWindowFlags_HorizontalScrollbar | ImGuiWindowFlags_NoScrollbar |
                          ImGuiWindowFlags_NavFlattened);
    const bool scrolls = ImGui::IsWindowHovered() && ImGui::GetIO().MouseWheel != 0;
    if (scrolls) ImGui::SetScrollX(ImGui::GetScrollX() - ImGui::GetIO().MouseWheel * 80 * scale);
    draw_files(frame, thumbnails);
    ImGui::EndChild();
    ImGui::End();
}

}
