#pragma once

#include "app/canvas/cloud_view.h"
#include "app/panels/swatches_panel.h"
#include "app/ui/view_state.h"
#include "pipeline/sweep.h"

#include <imgui.h>

#include <vector>

namespace huedrift::app {

/// The colours of the picture in Oklab, the modes as discs, and the trajectories that end at the selected
/// colour. Dragging rotates, the wheel zooms, a double click resets both.
class CloudPanel {
public:
    void draw(const FrameContext& frame);

private:
    void sample(const std::shared_ptr<const Picture>& picture);
    void handle_pointer(const Plot& plot);

    std::shared_ptr<const Picture> picture_; ///< the picture of samples_
    std::vector<std::uint32_t> samples_;     ///< the drawn colours, as indices
    CloudCamera camera_;
};

/// The histograms of source and result, over luminance or over red, green and blue.
class HistogramPanel {
public:
    void draw(const FrameContext& frame);

private:
    void draw_one(const char* name, const LuminanceHistogram& histogram, ImVec2 size, const Gui& gui) const;

    bool channels_ = false; ///< red, green and blue instead of luminance
};

/// The natural sizes of the palette of the first weighting; none until the curve is known.
std::vector<Plateau> suggestions(const Snapshot& snapshot);
inline constexpr const char* about_suggestions =
    "Natural palette sizes: the longest ranges of radii over which the number of colours hardly changes.";

/// Output colours against radius, both axes logarithmic. A click or drag sets the radius.
class CurvePanel {
public:
    void draw(const FrameContext& frame);

private:
    bool dragged_ = false;
};

/// The swatches of the result, and one of several diagrams.
class AnalysisPanel {
public:
    void draw_heading(const FrameContext& frame) const;
    void draw_swatches(const FrameContext& frame, float height);
    /// Fills the rest of the window.
    void draw_diagram(const FrameContext& frame);

    enum class Diagram { cloud, histogram, curve };
    void show(Diagram diagram) { diagram_ = diagram; }
    SwatchesPanel& swatches() { return swatches_; }
    /// Where the swatches were drawn last: x, y, width, height in Dear ImGui's units.
    const std::array<float, 4>& swatches_area() const { return swatches_area_; }

private:
    Diagram diagram_ = Diagram::cloud;
    std::array<float, 4> swatches_area_{};
    SwatchesPanel swatches_;
    CloudPanel cloud_;
    HistogramPanel histogram_;
    CurvePanel curve_;
};

}
