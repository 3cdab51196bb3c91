#pragma once

#include "app/ui/gui.h"
#include "app/ui/playback.h"

#include <array>

namespace huedrift::app {

/// Plays and pauses an animation, and goes to any of its frames.
void draw_frame_bar(Playback& playback, const Gui& gui, const std::array<float, 4>& area);

}
