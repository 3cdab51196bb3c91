#pragma once

#include "app/ui/gui.h"
#include "app/ui/look.h"
#include "session/session.h"

namespace huedrift::app {

/// What is computed: the radius and all else that a result depends on.
class DriftPanel {
public:
    void draw(const Snapshot& snapshot, Session& session, const Gui& gui);

    /// Where the radius's slider was drawn last: x, y, width, height in Dear ImGui's units.
    const std::array<float, 4>& radius_track() const { return radius_track_; }

private:
    void draw_radius(const Snapshot& snapshot, Session& session, const Gui& gui);
    void draw_weighting(const Snapshot& snapshot, Session& session, const Gui& gui);
    void draw_aim(const Snapshot& snapshot, Session& session, const Gui& gui);
    void draw_refinements(const Snapshot& snapshot, Session& session, const Gui& gui);
    void draw_progress(const Snapshot& snapshot, Session& session, const Gui& gui);

    int aim_ = 16;
    std::array<float, 4> radius_track_{};
};

}
