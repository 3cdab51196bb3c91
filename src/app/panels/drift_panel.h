#pragma once

#include "app/panels/finish_panel.h"
#include "app/panels/refinements_panel.h"
#include "app/ui/frame_context.h"
#include "app/ui/number_field.h"

namespace huedrift::app {

/// The settings of a result: the radius and whatever else it depends on.
class DriftPanel {
public:
    void draw(const FrameContext& frame);

    /// Where the slider of the radius was drawn last: x, y, width, height in Dear ImGui's units.
    const std::array<float, 4>& radius_slider() const { return radius_slider_; }

private:
    void draw_radius(const FrameContext& frame);
    void draw_weighting(const FrameContext& frame);
    void draw_aim(const FrameContext& frame);
    void draw_min_share(const FrameContext& frame);
    void draw_palette(const FrameContext& frame);
    void draw_merging(const FrameContext& frame);

    double aim_ = 16;
    std::optional<std::uint32_t> joined_to_{}; ///< the recipe's, when it was drawn last
    NumberField radius_field_, aim_field_, min_share_field_, merge_field_;
    RefinementsPanel refinements_;
    FinishPanel finish_;
    std::array<float, 4> radius_slider_{};
};

}
