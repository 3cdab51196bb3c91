#pragma once

#include "app/ui/gui.h"
#include "app/ui/playback.h"

namespace huedrift::app {

/// What the buttons beside Play do.
struct PlaybackSteps {
    const char* back;
    const char* forward; ///< tooltips
    int frames;          ///< that they go
};

/// Buttons and a slider for a playback in the current row, over what `rest` units leave of it; without the
/// slider where that is little.
void draw_playback(Playback& playback, const PlaybackSteps& steps, float rest, const Gui& gui);

}
