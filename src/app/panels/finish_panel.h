#pragma once

#include "app/ui/frame_context.h"
#include "app/ui/number_field.h"

namespace huedrift::app {

/// What is done to the pixels once they have their colours: dithering, or clean edges and no specks. Folded
/// under one line, which names what is in force.
class FinishPanel {
public:
    void draw(const FrameContext& frame);

private:
    Change draw_dither(LabelSteps& steps, const Gui& gui);
    Change draw_fringe(LabelSteps& steps, const Gui& gui);
    Change draw_regions(LabelSteps& steps, const Gui& gui);
    static void draw_marks(const FrameContext& frame, const LabelSteps& steps);

    bool open_ = false;
    NumberField fringe_field_, region_field_;
};

}
