#pragma once

#include "app/ui/gui.h"
#include "app/ui/view_state.h"
#include "session/session.h"

#include <vector>

namespace huedrift::app {

struct Plot;

/// The colours of the picture in Oklab, the modes as discs, and the trajectories that end at the selected
/// colour. Dragging rotates, the wheel zooms, a double click resets both.
class CloudPanel {
public:
    void draw(const Snapshot& snapshot, Session& session, ViewState& state, const Gui& gui);

private:
    struct Projection;
    /// One of the drawn colours.
    struct Sample {
        Position position;
        Rgb color;
    };

    void sample(const std::shared_ptr<const Picture>& picture);
    void handle_pointer(const Plot& plot);
    Projection projection(const Plot& plot) const;
    void draw_modes(const Plot& plot, const std::shared_ptr<const Result>& result, Session& session,
                    ViewState& state, const Gui& gui) const;
    void draw_ball(const Plot& plot, const Snapshot& snapshot, Rgb color, const Gui& gui) const;

    std::shared_ptr<const Picture> picture_; ///< the picture of samples_
    std::vector<Sample> samples_;
    Oklab middle_{};            ///< of the bounding box of the picture's colours
    float tall_ = 1, wide_ = 1; ///< half the height of the box, and half the diagonal of its base
    float turn_ = 0, tilt_ = 0.25f, zoom_ = 1;
    float first_turn_ = 0; ///< the rotation that shows the picture's colours at their widest
};

}
