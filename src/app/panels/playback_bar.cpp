#include "app/panels/playback_bar.h"

#include "app/ui/texts.h"
#include "app/ui/widgets.h"

#include <imgui.h>

#include <cmath>
#include <cstdio>

namespace huedrift::app {
namespace {

/// The effect of the buttons beside Play.
struct PlaybackSteps {
    const char* back;
    const char* forward; ///< tooltips
    int frames;          ///< the number of frames to step
};

enum class Sign { play, pause, next, previous };

/// Draws a sign in the middle of the last control; the fonts have none of these.
void draw_sign(Sign sign, const Gui& gui) {
    const auto [left, top, width, height] = item_area();
    const float r = 5 * gui.scale(), x = left + width / 2, y = top + height / 2;
    const ImU32 color = packed(gui.theme().text);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto bar = [&](float from, float to) {
        list.AddRectFilled({x + from * r, y - r}, {x + to * r, y + r}, color);
    };
    const auto triangle = [&](float from, float to) {
        list.AddTriangleFilled({x + from * r, y - r}, {x + to * r, y}, {x + from * r, y + r}, color);
    };
    switch (sign) {
    case Sign::play:
        return triangle(-0.8f, 1.1f);
    case Sign::pause:
        bar(-0.9f, -0.3f);
        return bar(0.3f, 0.9f);
    case Sign::next:
        triangle(-0.9f, 0.5f);
        return bar(0.6f, 1.0f);
    case Sign::previous:
        triangle(0.9f, -0.5f);
        return bar(-1.0f, -0.6f);
    }
}

bool sign_button(const char* id, Sign sign, const char* tip, const Gui& gui) {
    const bool clicked = ImGui::Button(id, {34 * gui.scale(), 0});
    draw_sign(sign, gui);
    tooltip(tip, gui);
    ImGui::SameLine(0, 4 * gui.scale());
    return clicked;
}

void draw_scrubber(Playback& playback, const Gui& gui, float width) {
    const auto last = static_cast<double>(playback.frames() - 1);
    double share = playback.share();
    const Change change = slider("frame", share, 1 / last, gui, width);
    playback.hold(ImGui::IsItemActive());
    if (change == Change::none) return;
    const auto frame = static_cast<std::size_t>(std::lround(share * last));
    if (frame != playback.frame()) playback.show(frame);
}

/// Draws buttons and a slider for a playback in the current row, which leaves `rest` units free. Omits the
/// slider if there is little room.
void draw_playback(Playback& playback, const PlaybackSteps& steps, float rest, const Gui& gui) {
    const float scale = gui.scale();
    if (sign_button("##previous", Sign::previous, steps.back, gui)) playback.step(-steps.frames);
    const bool plays = playback.is_playing();
    if (sign_button("##play", plays ? Sign::pause : Sign::play, plays ? "Pause  (K)" : "Play  (K)", gui))
        plays ? playback.pause() : playback.play();
    if (sign_button("##next", Sign::next, steps.forward, gui)) playback.step(steps.frames);
    ImGui::SameLine(0, 12 * scale);
    const float width = ImGui::GetContentRegionAvail().x - rest;
    if (width < 80 * scale) return playback.hold(false);
    draw_scrubber(playback, gui, width);
    ImGui::SameLine(0, 14 * scale);
}

/// "Frame 7 of 48  ·  0.24 of 1.92 s"
std::string about(const Playback& playback, std::size_t frame) {
    char seconds[64];
    std::snprintf(seconds, sizeof seconds, "  \u00b7  %.2f of %.2f s", playback.begins(frame),
                  playback.begins(playback.frames()));
    return "Frame " + grouped(frame + 1) + " of " + grouped(playback.frames()) + seconds;
}

std::string about_plays(const Playback& playback) {
    if (playback.plays() == 0) return "It loops forever.";
    return "It plays " + counted(playback.plays(), "time", "times") + ".";
}

void draw_frame_bar(Playback& playback, const Gui& gui, const std::array<float, 4>& area) {
    begin_bar("frames", area, ImGui::GetFrameHeight(), 10, gui);
    // Uses the largest width, so that the slider keeps its length.
    const float text = ImGui::CalcTextSize(about(playback, playback.frames() - 1).c_str()).x;
    draw_playback(playback, {"Previous frame  (J)", "Next frame  (L)", 1}, text + 30 * gui.scale(), gui);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(about(playback, playback.frame()).c_str());
    tooltip(about_plays(playback), gui);
    ImGui::End();
}

/// "Step 12 of 48", or "Step 12 of 48+" while more steps may come.
std::string about_step(const Drift& drift, double share) {
    if (drift.steps == 0) return drift.whole ? "No steps" : "Steps\u2026";
    const Drift::Moment moment = drift.at(share);
    const double step = (double(moment.first) + double{moment.beyond}) * drift.stride;
    return "Step " + grouped(std::min<std::uint64_t>(std::uint64_t(std::lround(step)), drift.steps)) +
           " of " + grouped(drift.steps) + (drift.whole ? "" : "+");
}

void draw_drift_bar(const FrameContext& frame, const Action& save, const std::array<float, 4>& area) {
    const float scale = frame.gui.scale(), saving = 60 * scale,
                basins = ImGui::CalcTextSize("Basins").x + 40 * scale + saving;
    begin_bar("drift", area, ImGui::GetFrameHeight(), 10, frame.gui);
    const float text = ImGui::CalcTextSize("Step 1,000 of 1,000+").x;
    draw_playback(frame.state.drift, {"Previous step  (J)", "Next step  (L)", 8}, text + basins + 44 * scale,
                  frame.gui);
    ImGui::AlignTextToFramePadding();
    const auto& drift = frame.snapshot.drift;
    const bool has_room = ImGui::GetContentRegionAvail().x >= text + basins;
    if (has_room && drift && drift->result->picture == frame.snapshot.picture)
        ImGui::TextUnformatted(about_step(*drift, frame.state.drift.share()).c_str());
    ImGui::SameLine(area[2] - basins - 10 * scale);
    checkbox("Basins", frame.state.shows_basins, frame.gui);
    tooltip("Give each point the colour of its result", frame.gui);
    ImGui::SameLine(area[2] - saving - 10 * scale);
    ImGui::BeginDisabled(!save.is_enabled());
    if (ImGui::Button("Save\u2026", {saving, 0})) save.run();
    ImGui::EndDisabled();
    tooltip(save.tip(), frame.gui);
    ImGui::End();
}

}

float canvas_bar_height(const FrameContext& frame) {
    const bool plays = frame.state.compare == Compare::cloud ? frame.snapshot.picture != nullptr
                                                             : frame.state.playback.frames() > 1;
    return plays ? 42 * frame.gui.scale() : 0;
}

void draw_canvas_bar(const FrameContext& frame, const Actions& actions, const std::array<float, 4>& area) {
    frame.state.compare == Compare::cloud ? draw_drift_bar(frame, actions.named("Save Cloud\u2026"), area)
                                          : draw_frame_bar(frame.state.playback, frame.gui, area);
}

}
