#include "app/panels/frame_bar.h"

#include "app/ui/texts.h"
#include "app/ui/widgets.h"

#include <imgui.h>

#include <cmath>
#include <cstdio>

namespace huedrift::app {
namespace {

enum class Sign { play, pause, next, previous };

/// Of the last control, in its middle: the fonts have none of these.
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

/// "Frame 7 of 48  ·  0.24 of 1.92 s"
std::string about(const Playback& playback, std::size_t frame) {
    char seconds[64];
    std::snprintf(seconds, sizeof seconds, "  \u00b7  %.2f of %.2f s", playback.begins(frame),
                  playback.begins(playback.frames()));
    return "Frame " + grouped(frame + 1) + " of " + grouped(playback.frames()) + seconds;
}

std::string about_plays(const Playback& playback) {
    if (playback.plays() == 0) return "It plays without end.";
    return "It plays " + counted(playback.plays(), "time", "times") + ".";
}

void draw_scrubber(Playback& playback, const Gui& gui, float width) {
    const auto last = static_cast<double>(playback.frames() - 1);
    double share = static_cast<double>(playback.frame()) / last;
    const Change change = slider("frame", share, 1 / last, gui, width);
    playback.hold(ImGui::IsItemActive());
    if (change == Change::none) return;
    const auto frame = static_cast<std::size_t>(std::lround(share * last));
    if (frame != playback.frame()) playback.show(frame);
}

}

float frame_bar_height(const Playback& playback, const Gui& gui) {
    return playback.frames() > 1 ? 42 * gui.scale() : 0;
}

void draw_frame_bar(Playback& playback, const Gui& gui, const std::array<float, 4>& area) {
    const float scale = gui.scale();
    begin_bar("frames", area, ImGui::GetFrameHeight(), 10, gui);
    if (sign_button("##previous", Sign::previous, "The frame before  J", gui)) playback.step(-1);
    const bool plays = playback.is_playing();
    if (sign_button("##play", plays ? Sign::pause : Sign::play, plays ? "Pause  K" : "Play  K", gui))
        plays ? playback.pause() : playback.play();
    if (sign_button("##next", Sign::next, "The next frame  L", gui)) playback.step(1);
    ImGui::SameLine(0, 12 * scale);
    // As wide as it becomes, so that the slider keeps its length.
    const float text = ImGui::CalcTextSize(about(playback, playback.frames() - 1).c_str()).x + 16 * scale;
    const float width = ImGui::GetContentRegionAvail().x - text - 14 * scale;
    if (width < 80 * scale) {
        playback.hold(false);
    } else {
        draw_scrubber(playback, gui, width);
        ImGui::SameLine(0, 14 * scale);
    }
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(about(playback, playback.frame()).c_str());
    tooltip(about_plays(playback), gui);
    ImGui::End();
}

}
