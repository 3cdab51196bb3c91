#pragma once

#include "app/panels/analysis_panel.h"
#include "app/panels/drift_panel.h"

namespace huedrift::app {

/// Everything beside the pictures: the look, radius and number of colours, the palette, and below it the
/// folds and a diagram. The latter two scroll by themselves, so that unfolding moves nothing else. Can be
/// hidden and, by its border, made narrower or wider.
class SidePanel {
public:
    /// In Dear ImGui's units; 0 if the panel is hidden.
    static float width(const PanelSettings& settings, const Gui& gui);

    /// Draws the panel at the right edge of the window, from `top` to `bottom`.
    void draw(const FrameContext& frame, PanelSettings& settings, float top, float bottom);

    const DriftPanel& drift() const { return drift_; }
    AnalysisPanel& analysis() { return analysis_; }

private:
    void draw_palette(const FrameContext& frame);
    void draw_folds(const FrameContext& frame);
    void draw_border(PanelSettings& settings, const std::array<float, 4>& area, const Gui& gui);

    DriftPanel drift_;
    AnalysisPanel analysis_;
    float folds_height_ = 0; ///< in the last frame
    float held_at_ = 0;      ///< where the border is held: right of the panel's edge
};

}
