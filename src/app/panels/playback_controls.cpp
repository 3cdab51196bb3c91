#include "app/panels/playback_controls.h"

#include "app/ui/widgets.h"

#include <imgui.h>

#include <cmath>

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

void draw_scrubber(Playback& playback, const Gui& gui, float width) {
    const auto last = static_cast<double>(playback.frames() - 1);
    double share = playback.share();
    const Change change = slider("frame", share, 1 / last, gui, width);
    playback.hold(ImGui::IsItemActive());
    if (change == Change::none) return;
    const auto frame = static_cast<std::size_t>(std::lround(share * last));
    if (frame != playback.frame()) playback.show(frame);
}

}

void draw_playback(Playback& playback, const PlaybackSteps& steps, float rest, const Gui& gui) {
    const float scale = gui.scale();
    if (sign_button("##previous", Sign::previous, steps.back, gui)) playback.step(-steps.frames);
    const bool plays = playback.is_playing();
    if (sign_button("##play", plays ? Sign::pause : Sign::play, plays ? "Pause  K" : "Play  K", gui))
        plays ? playback.pause() : playback.play();
    if (sign_button("##next", Sign::next, steps.forward, gui)) playback.step(steps.frames);
    ImGui::SameLine(0, 12 * scale);
    const float width = ImGui::GetContentRegionAvail().x - rest;
    if (width < 80 * scale) return playback.hold(false);
    draw_scrubber(playback, gui, width);
    ImGui::SameLine(0, 14 * scale);
}

}
