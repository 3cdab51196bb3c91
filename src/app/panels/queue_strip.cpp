#include "app/panels/queue_strip.h"

#include "app/ui/widgets.h"

#include <imgui.h>

#include <utility>

namespace huedrift::app {
namespace {

/// What became of a file in the last export of the queue.
void underline(const QueueProgress::Item& item, const Gui& gui) {
    using State = QueueProgress::Item::State;
    if (item.state == State::waiting) return;
    const Theme& theme = gui.theme();
    const auto [x, y, width, height] = item_area();
    const float inset = 6 * gui.scale(), thick = 2 * gui.scale(), bottom = y + height - thick;
    ImGui::GetWindowDrawList()->AddRectFilled(
        {x + inset, bottom - thick}, {x + width - inset, bottom},
        packed(item.state == State::failed ? theme.warning : theme.text), thick / 2);
}

void draw_files(const Snapshot& snapshot, Session& session, const Gui& gui) {
    const std::filesystem::path& wanted = !snapshot.opening.empty() ? snapshot.opening
                                          : snapshot.document       ? snapshot.document->path
                                                                    : snapshot.queue.front();
    for (std::size_t i = 0; i < snapshot.queue.size(); ++i) {
        if (i > 0) ImGui::SameLine(0, 6 * gui.scale());
        ImGui::PushID(static_cast<int>(i));
        const std::filesystem::path& file = snapshot.queue[i];
        const bool is_open = file == wanted;
        const std::string name = file.filename().string();
        if (is_open ? accented_button(name.c_str(), gui) : ImGui::Button(name.c_str()))
            session.open_queued(i);
        const auto* const exported = snapshot.queue_export ? snapshot.queue_export->find(file) : nullptr;
        if (exported) underline(*exported, gui);
        const bool failed = exported && !exported->failure.empty();
        tooltip(file.string() + (failed ? "\n" + exported->failure : ""), gui);
        // Once, so that it can be scrolled away.
        int* const in_view = ImGui::GetStateStorage()->GetIntRef(ImGui::GetID(""), 0);
        if (is_open && !std::exchange(*in_view, 1)) ImGui::SetScrollHereX();
        if (!is_open) *in_view = 0;
        ImGui::PopID();
    }
}

}

float queue_strip_height(const Snapshot& snapshot, const Gui& gui) {
    return snapshot.queue.size() > 1 ? 46 * gui.scale() : 0;
}

void draw_queue_strip(const Snapshot& snapshot, Session& session, const Gui& gui,
                      const std::array<float, 4>& area) {
    const float scale = gui.scale();
    begin_bar("queue", area, ImGui::GetFrameHeight(), 10, gui);
    bool linked = snapshot.linked;
    if (ImGui::Checkbox("Link", &linked)) session.link(linked);
    tooltip("One palette for all of them, found as if they were one picture  Ctrl+L", gui);
    ImGui::SameLine(0, 16 * scale);
    ImGui::BeginChild("files", {}, false,
                      ImGuiWindowFlags_HorizontalScrollbar | ImGuiWindowFlags_NoScrollbar);
    const bool scrolls = ImGui::IsWindowHovered() && ImGui::GetIO().MouseWheel != 0;
    if (scrolls) ImGui::SetScrollX(ImGui::GetScrollX() - ImGui::GetIO().MouseWheel * 80 * scale);
    draw_files(snapshot, session, gui);
    ImGui::EndChild();
    ImGui::End();
}

}
