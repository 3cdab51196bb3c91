#pragma once

#include "app/ui/gui.h"
#include "app/ui/view_state.h"
#include "session/snapshot.h"

namespace huedrift::app {

/// The histograms of source and result, over luminance or over red, green and blue.
class HistogramPanel {
public:
    void draw(const Snapshot& snapshot, const ViewState& state, const Gui& gui);

private:
    void draw_one(const char* name, const LuminanceHistogram& histogram, float height, const Gui& gui) const;

    bool channels_ = false; ///< red, green and blue instead of luminance
};

}
