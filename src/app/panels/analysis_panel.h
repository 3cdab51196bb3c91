#pragma once

#include "app/canvas/cloud_view.h"
#include "app/panels/swatches_panel.h"
#include "app/ui/thumbnail_view.h"
#include "app/ui/view_state.h"
#include "pipeline/sweep.h"

#include <imgui.h>

#include <memory>
#include <optional>
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
    void draw_samples(const Plot& plot, const Gui& gui);

    std::shared_ptr<const Picture> picture_; ///< the picture of samples_
    std::vector<std::uint32_t> samples_;     ///< the drawn colours, as indices
    CloudCamera camera_;
    SmallPicture painted_; ///< the samples
    struct View {
        CloudCamera::Orbit orbit;
        Extent size;
        Rgb background;
        friend bool operator==(const View&, const View&) = default;
    };
    std::optional<View> view_; ///< painted_ shows it; none: painted_ is of no picture or another
};

inline constexpr const char* about_suggestions =
    "Natural palette sizes: the longest ranges of radii over which the number of colours hardly changes.";

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
    /// Where the swatches were drawn last.
    const Box& swatches_area() const { return swatches_area_; }

private:
    void draw_histograms(const FrameContext& frame);
    void draw_curve(const FrameContext& frame);

    Diagram diagram_ = Diagram::cloud;
    Box swatches_area_{};
    SwatchesPanel swatches_;
    CloudPanel cloud_;
    bool shows_channels_ = false; ///< histograms of red, green and blue instead of luminance
    bool drags_curve_ = false;    ///< the radius, on the curve
};

}
