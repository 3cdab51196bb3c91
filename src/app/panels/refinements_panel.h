#pragma once

#include "app/ui/frame_context.h"
#include "app/ui/hex_field.h"
#include "app/ui/number_field.h"

namespace huedrift::app {

/// What few people change: alpha, transfer function, smoothing, iterations. Folded under one line, which
/// names what is in force.
class RefinementsPanel {
public:
    void draw(const FrameContext& frame);

private:
    Change draw_profile(Recipe& recipe, const Gui& gui);
    Change draw_alpha(Recipe& recipe, const Gui& gui);
    Change draw_transfer(Recipe& recipe, const Gui& gui);
    Change draw_smoothing(Recipe& recipe, const Gui& gui);
    Change draw_iterations(Recipe& recipe, const Gui& gui);

    bool open_ = false;
    NumberField smooth_field_, iterations_field_, threshold_field_;
    HexField matte_field_;
};

}
