#include "app/panels/canvas_bar.h"

#include "app/panels/drift_bar.h"
#include "app/panels/frame_bar.h"

namespace huedrift::app {

float canvas_bar_height(const Snapshot& snapshot, const ViewState& state, const Gui& gui) {
    const bool plays =
        state.compare == Compare::cloud ? snapshot.picture != nullptr : state.playback.frames() > 1;
    return plays ? 42 * gui.scale() : 0;
}

void draw_canvas_bar(const Snapshot& snapshot, ViewState& state, const Gui& gui,
                     const std::array<float, 4>& area) {
    state.compare == Compare::cloud ? draw_drift_bar(snapshot, state, gui, area)
                                    : draw_frame_bar(state.playback, gui, area);
}

}
