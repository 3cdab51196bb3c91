#include "app/panels/canvas_bar.h"

#include "app/panels/drift_bar.h"
#include "app/panels/frame_bar.h"

namespace huedrift::app {

float canvas_bar_height(const FrameContext& frame) {
    const bool plays = frame.state.compare == Compare::cloud ? frame.snapshot.picture != nullptr
                                                             : frame.state.playback.frames() > 1;
    return plays ? 42 * frame.gui.scale() : 0;
}

void draw_canvas_bar(const FrameContext& frame, const std::array<float, 4>& area) {
    frame.state.compare == Compare::cloud ? draw_drift_bar(frame, area)
                                          : draw_frame_bar(frame.state.playback, frame.gui, area);
}

}
