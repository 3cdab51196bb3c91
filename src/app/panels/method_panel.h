#pragma once

#include "app/ui/fields.h"
#include "app/ui/frame_context.h"

namespace huedrift::app {

/// How a palette is found and used: weighting, assignment, joining, settling, snapping, merging and small
/// shares. Folds under one line that names what is in force.
class MethodPanel {
public:
    void draw(const FrameContext& frame);

private:
    static Change draw_weighting(Wanted& wanted, const Gui& gui);
    Change draw_joining(Recipe& recipe, const Gui& gui);
    static Change draw_snapping(Recipe& recipe, const Gui& gui);
    Change draw_merging(Recipe& recipe, const Gui& gui);
    Change draw_min_share(Recipe& recipe, const Gui& gui);

    bool open_ = false;
    NumberField settle_field_, min_share_field_, merge_field_;
};

}
