#include "app/panels/queue_strip.h"

#include "app/ui/texts.h"
#include "app/ui/widgets.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace huedrift::app {
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
    return {thumbnail->width > 0 ? dimensions(*thumbnail) : "unreadable", theme.muted};
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
    const float below_height = label_height(frame.gui);
    const float top = std::round(y + (height - line - below_height - gap) / 2);
    list.AddText({text, top}, packed(theme.text), shortened(name, text_width).c_str());
    list.AddText(frame.gui.fonts().small, below_height, {text, top + line + gap}, packed(below.color),
                 below.text.c_str());
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

void draw_queue_strip(const FrameContext& frame, ThumbnailView& thumbnails,
                      const std::array<float, 4>& area) {
    const float scale = frame.gui.scale();
    begin_bar("queue", area, tile_height * scale, 10, frame.gui);
    const float top = ImGui::GetCursorPosY();
    ImGui::SetCursorPosY(std::round((area[3] - ImGui::GetFrameHeight()) / 2));
    bool linked = frame.snapshot.linked;
    if (checkbox("One palette for all", linked, frame.gui)) frame.session.link(linked);
    tooltip("Find the palette as if all pictures were one  (Ctrl+L)", frame.gui);
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
