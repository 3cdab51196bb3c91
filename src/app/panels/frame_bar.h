#pragma once

#include "app/ui/gui.h"
#include "app/ui/playback.h"

#include <array>

namespace huedrift::app {

/// In Dear ImGui's units; 0 for a picture.
float frame_bar_height(const Playback& playback, const Gui& gui);
/// Plays and pauses an animation, and goes to any of its frames.
void draw_frame_bar(Playback& playback, const Gui& gui, const std::array<float, 4>& area);

}
