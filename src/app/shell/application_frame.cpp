// What a frame of the window shows.
#include "app/shell/application.h"

#include "app/panels/canvas_bar.h"
#include "app/panels/drop_target.h"
#include "app/panels/hints.h"
#include "app/panels/menu_bar.h"
#include "app/panels/palette_question.h"
#include "app/panels/queue_strip.h"
#include "app/panels/recipe_question.h"
#include "app/panels/status_bar.h"
#include "app/panels/toolbar.h"
#include "app/panels/welcome.h"
#include "app/ui/message.h"

#include <imgui.h>

namespace huedrift::app {
namespace {

constexpr float panel_width = 348; // units

}

void Application::draw_panels(const Snapshot& snapshot) {
    const ImVec2 whole = ImGui::GetIO().DisplaySize;
    const float menu = draw_menu_bar(actions_, snapshot, settings_, session_);
    const float panel = panel_width * gui_.scale(), width = whole.x - panel, tools = toolbar_height(gui_),
                frames = canvas_bar_height(snapshot, view_state_, gui_),
                strip = queue_strip_height(snapshot, gui_), status = status_bar_height(gui_);
    const std::array<float, 4> area{0, menu + tools, width, whole.y - menu - tools - frames - strip - status};
    const float below = area[1] + area[3];
    draw_toolbar(snapshot, view_state_, canvas_, gui_, {0, menu, width, tools});
    view_state_.compare == Compare::cloud
        ? canvas_.draw_cloud(snapshot, session_, view_state_, renderer_->clouds.max_points(), gui_, area)
        : canvas_.draw(snapshot, in_flight_, view_state_, gui_, area);
    picture_menu_.draw(snapshot, session_, view_state_, gui_);
    if (!snapshot.document && snapshot.opening.empty())
        draw_welcome(actions_, settings_, session_, gui_, area);
    if (frames > 0) draw_canvas_bar(snapshot, view_state_, gui_, {0, below, width, frames});
    if (strip > 0) draw_queue_strip(snapshot, session_, thumbnails_, gui_, {0, below + frames, width, strip});
    draw_status_bar(snapshot, renderer_->device->facts().name, gui_, {0, whole.y - status, whole.x, status});

    view_state_.hovered = canvas_.cloud() ? canvas_.cloud()->pointed_mode() : std::nullopt;
    ImGui::SetNextWindowPos({width, menu});
    ImGui::SetNextWindowSize({panel, whole.y - menu - status});
    ImGui::Begin("panel", nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus);
    drift_panel_.draw(snapshot, session_, view_state_, gui_);
    ImGui::Separator();
    analysis_panel_.draw(snapshot, session_, view_state_, gui_);
    ImGui::End();
    draw_messages(snapshot, area);
    draw_dialogs(snapshot, area);
    if (file_drop_.hovers()) draw_drop_target(snapshot, gui_, area);
}

void Application::draw_messages(const Snapshot& snapshot, const std::array<float, 4>& area) {
    if (recorder_.is_recording()) return;
    if (!snapshot.notice.empty()) {
        if (draw_message(snapshot.notice, true, gui_, area)) session_.dismiss_notice();
    } else if (!renderer_->pictures.failure().empty()) {
        draw_message(renderer_->pictures.failure(), true, gui_, area);
    } else if (!notice_.empty()) {
        if (draw_message(notice_, true, gui_, area)) notice_.clear();
    } else if (snapshot.exported != exported_ && !snapshot.exported.empty()) {
        if (draw_message(snapshot.exported, false, gui_, area)) exported_ = snapshot.exported;
    } else if (!recorder_.failure().empty()) {
        if (draw_message(recorder_.failure(), true, gui_, area)) recorder_.dismiss_failure();
    } else if (!view_state_.said.empty()) {
        draw_message(view_state_.said, false, gui_, area);
    } else if (snapshot.palette_offer) {
        draw_palette_question(snapshot, session_, gui_, area);
    } else if (snapshot.offer) {
        draw_recipe_question(snapshot, session_, gui_, area);
    } else if (settings_.hint && snapshot.exact()) {
        draw_hints(settings_, {drift_panel_.radius_slider(), analysis_panel_.swatches_area(), area}, gui_);
    }
}

void Application::draw_dialogs(const Snapshot& snapshot, const std::array<float, 4>& area) {
    palette_.draw(actions_, gui_);
    keys_.draw(actions_, gui_);
    about_.draw(snapshot, renderer_->device->facts().name, view_state_, gui_);
    exporter_.draw(snapshot, session_, files_, view_state_, gui_);
    queue_exporter_.draw(snapshot, session_, files_, gui_);
    cloud_saver_.draw(recorder_, view_state_, files_, gui_);
    files_.draw(thumbnails_, gui_, area);
}

}
