#include "app/panels/frame_bar.h"

#include "app/panels/playback_controls.h"
#include "app/ui/texts.h"
#include "app/ui/widgets.h"

#include <imgui.h>

#include <cstdio>

namespace huedrift::app {
namespace {

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

}

void draw_frame_bar(Playback& playback, const Gui& gui, const std::array<float, 4>& area) {
    begin_bar("frames", area, ImGui::GetFrameHeight(), 10, gui);
    // As wide as it becomes, so that the slider keeps its length.
    const float text = ImGui::CalcTextSize(about(playback, playback.frames() - 1).c_str()).x;
    draw_playback(playback, {"The frame before  J", "The next frame  L", 1}, text + 30 * gui.scale(), gui);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(about(playback, playback.frame()).c_str());
    tooltip(about_plays(playback), gui);
    ImGui::End();
}

}
