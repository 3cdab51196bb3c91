#pragma once

#include "app/panels/analysis_panel.h"
#include "app/panels/drift_panel.h"
#include "app/ui/fields.h"
#include "app/ui/view_state.h"

namespace huedrift::app {

/// The panel beside the pictures: look, radius and number of colours, the palette, and below it the folds and
/// a diagram. Folds and diagram scroll apart from the rest, so that unfolding moves nothing else, and get the
/// room that the swatches leave when the first fold opens. A key hides the panel, and dragging its border
/// changes its width.
class SidePanel {
public:
    /// Returns the width in Dear ImGui's units; 0 if the panel is hidden.
    static float width(const PanelSettings& settings, const Gui& gui);

    /// Draws the panel at the right edge of the window, from `top` to `bottom`.
    void draw(const FrameContext& frame, PanelSettings& settings, float top, float bottom);

    const DriftPanel& drift() const { return drift_; }
    AnalysisPanel& analysis() { return analysis_; }

private:
    void draw_palette(const FrameContext& frame);
    void draw_folds(const FrameContext& frame);
    void draw_settings(const FrameContext& frame);
    void draw_border(PanelSettings& settings, const Box& area, const Gui& gui);

    DriftPanel drift_;
    NumberFields fields_;
    HexField matte_field_, backdrop_field_;
    AnalysisPanel analysis_;
    float folds_height_ = 0; ///< in the last frame
    bool scrolls_ = false;   ///< the window is so low that the whole panel scrolls
    bool is_unfolded_ = false;
    float lent_ = 0;    ///< the height that folds have of the room for swatches
    float held_at_ = 0; ///< the grip's distance right of the panel's edge
};

}
