#pragma once

#include "app/ui/frame_context.h"

namespace huedrift::app {

/// The histograms of source and result, over luminance or over red, green and blue.
class HistogramPanel {
public:
    void draw(const FrameContext& frame);

private:
    void draw_one(const char* name, const LuminanceHistogram& histogram, float height, const Gui& gui) const;

    bool channels_ = false; ///< red, green and blue instead of luminance
};

}
