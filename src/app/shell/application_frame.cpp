// The contents of a frame of the window.
#include "app/shell/application.h"

#include "app/panels/offers.h"
#include "app/panels/queue_strip.h"
#include "app/panels/status_bar.h"
#include "app/panels/toolbar.h"
#include "app/panels/welcome.h"
#include "app/ui/dialog.h"

#include <imgui.h>

#include <utility>

namespace huedrift::app {
void Application::draw_panels(const FrameContext& frame) {
    const ImVec2 whole = ImGui::GetIO().DisplaySize;
    const float menu = draw_menu_bar(frame, actions_, settings_);
    const float width = whole.x - SidePanel::width(settings_.panel, frame.gui),
                tools = toolbar_height(frame.gui), frames = canvas_bar_height(frame),
                strip = queue_strip_height(frame), status = status_bar_height(frame.gui);
    const std::array<float, 4> area{0, menu + tools, width, whole.y - menu - tools - frames - strip - status};
    const float below = area[1] + area[3];
    draw_toolbar(frame, canvas_, actions_, {0, menu, width, tools});
    frame.state.compare == Compare::cloud ? canvas_.draw_cloud(frame, renderer_->clouds.max_points(), area)
                                          : canvas_.draw(frame, laid_out_, area);
    picture_menu_.draw(frame);
    if (!frame.snapshot.document && frame.snapshot.opening.empty() && !dropped_.busy())
        draw_welcome(frame, actions_, settings_, sample_, area);
    if (frames > 0) draw_canvas_bar(frame, actions_, {0, below, width, frames});
    if (strip > 0) draw_queue_strip(frame, thumbnails_, {0, below + frames, width, strip});
    draw_status_bar(frame, renderer_->device->facts().name, {0, whole.y - status, whole.x, status},
                    !settings_.panel.shown);

    frame.state.hovered = canvas_.cloud() ? canvas_.cloud()->pointed_mode() : std::nullopt;
    panel_.draw(frame, settings_.panel, menu, whole.y - status);
    if (!recorder_.is_recording()) draw_isolated(frame, area);
    draw_messages(frame, canvas_.message_area(area, frame.gui));
    draw_dialogs(frame, area);
    if (file_drop_.hovers()) draw_drop_target(frame, area);
}

void Application::draw_messages(const FrameContext& frame, const std::array<float, 4>& area) {
    if (recorder_.is_recording()) return;
    const bool asks = frame.snapshot.palette_offer || frame.snapshot.offer;
    if (frame.snapshot.palette_offer)
        draw_palette_question(frame, area);
    else if (frame.snapshot.offer)
        draw_recipe_question(frame, area);

    if (!frame.snapshot.notice.empty()) {
        draw_notice(frame, area);
    } else if (!renderer_->pictures.failure().empty()) {
        if (draw_message(renderer_->pictures.failure(), true, frame.gui, area))
            renderer_->pictures.dismiss_failure();
    } else if (!notice_.empty()) {
        if (draw_message(notice_, true, frame.gui, area)) notice_.clear();
    } else if (!frame.snapshot.exported.empty()) {
        if (draw_message(frame.snapshot.exported, false, frame.gui, area)) frame.session.dismiss_exported();
    } else if (!recorder_.failure().empty()) {
        if (draw_message(recorder_.failure(), true, frame.gui, area)) recorder_.dismiss_failure();
    } else if (!frame.state.said.empty()) {
        if (draw_message(frame.state.said, false, frame.gui, area)) frame.state.said.clear();
    } else if (!asks && settings_.hint && settings_.panel.shown && frame.snapshot.exact()) {
        draw_hints(settings_, {panel_.drift().area(), panel_.analysis().swatches_area(), area}, frame.gui);
    }
}

void Application::draw_dialogs(const FrameContext& frame, const std::array<float, 4>& area) {
    if (std::exchange(frame.state.opens_palette, false)) actions_.run(ActionId::open_palette);
    palette_.draw(frame, actions_);
    keys_.draw(actions_, frame.gui);
    about_.draw(frame, renderer_->device->facts().name);
    exporter_.draw(frame, files_, show_in_folder_);
    queue_exporter_.draw(frame, files_, show_in_folder_);
    cloud_saver_.draw(frame, recorder_, files_);
    files_.draw(thumbnails_, frame.gui, area);
}

}
