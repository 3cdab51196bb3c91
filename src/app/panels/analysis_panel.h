#pragma once

#include "app/panels/cloud_panel.h"
#include "app/panels/curve_panel.h"
#include "app/panels/histogram_panel.h"
#include "app/panels/swatches_panel.h"
#include "app/ui/frame_context.h"

namespace huedrift::app {

/// The result: its swatches, and below them one of several diagrams.
class AnalysisPanel {
public:
    /// Fills the rest of the window.
    void draw(const FrameContext& frame);

    enum class Diagram { cloud, histogram, curve };
    void show(Diagram diagram) { diagram_ = diagram; }
    const SwatchesPanel& swatches() const { return swatches_; }
    SwatchesPanel& swatches() { return swatches_; }
    /// Where they were drawn last: x, y, width, height in Dear ImGui's units.
    const std::array<float, 4>& swatches_area() const { return swatches_area_; }

private:
    void draw_heading(const FrameContext& frame) const;
    void draw_diagram(const FrameContext& frame);

    Diagram diagram_ = Diagram::cloud;
    std::array<float, 4> swatches_area_{};
    SwatchesPanel swatches_;
    CloudPanel cloud_;
    HistogramPanel histogram_;
    CurvePanel curve_;
};

}
