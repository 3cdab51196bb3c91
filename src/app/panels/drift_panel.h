#pragma once

#include "app/ui/fields.h"
#include "app/ui/view_state.h"

namespace huedrift::app {

/// The main settings of a result: the look, the radius with its weighting, and the number of colours.
class DriftPanel {
public:
    /// Draws look, radius and number of colours, and the state of the result.
    void draw(const FrameContext& frame);

    /// The last place of look, radius and number of colours.
    const Box& area() const { return area_; }

private:
    void draw_radius(const FrameContext& frame);
    void draw_colors(const FrameContext& frame);
    void draw_asked(const Recipe& recipe, const FrameContext& frame);
    void draw_bound(const Recipe& recipe, const FrameContext& frame);

    NumberField radius_field_, colors_field_, bound_field_;
    Box area_{};
};

}
