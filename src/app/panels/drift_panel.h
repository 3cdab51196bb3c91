#pragma once

#include "app/panels/method_panel.h"

namespace huedrift::app {

/// The steps on pixels: dithering; or cleaning edges, removing specks and making one pixel of each cell of a
/// grid. Folds under a title that names the steps in force.
class FinishPanel {
public:
    void draw(const FrameContext& frame);

private:
    Change draw_dither(LabelSteps& steps, const Gui& gui);
    Change draw_fringe(LabelSteps& steps, const Gui& gui);
    Change draw_regions(LabelSteps& steps, const Gui& gui);
    Change draw_grid(LabelSteps& steps, const FrameContext& frame);
    Change draw_cell_size(LabelSteps& steps, const Gui& gui);
    static void draw_marks(const FrameContext& frame, const LabelSteps& steps);

    bool open_ = false;
    NumberField fringe_field_, region_field_, cell_field_, scale_field_;
};

/// Rarely changed settings: alpha, transfer function, smoothing, iterations, refinement. Folds under one line
/// that names those in force.
class RefinementsPanel {
public:
    void draw(const FrameContext& frame);

private:
    Change draw_profile(Recipe& recipe, const Gui& gui);
    Change draw_alpha(Recipe& recipe, const Gui& gui);
    Change draw_transfer(Recipe& recipe, const Gui& gui);
    Change draw_smoothing(Recipe& recipe, const Gui& gui);
    Change draw_iterations(Recipe& recipe, const Gui& gui);
    Change draw_refine(Recipe& recipe, const Gui& gui);

    bool open_ = false;
    NumberField smooth_field_, iterations_field_, threshold_field_;
    HexField matte_field_;
};

/// The settings of a result: the look, the radius, the number of colours, and all others under folds.
class DriftPanel {
public:
    /// Draws look, radius and number of colours, and the state of the result.
    void draw(const FrameContext& frame);
    void draw_folds(const FrameContext& frame);

    /// The last place of look, radius and number of colours: x, y, width, height in Dear ImGui's units.
    const std::array<float, 4>& area() const { return area_; }

private:
    static void draw_look(const FrameContext& frame);
    static void draw_auto_radius(const FrameContext& frame);
    void draw_radius(const FrameContext& frame);
    void draw_colors(const FrameContext& frame);
    void draw_errors(const FrameContext& frame);
    void draw_bound(Recipe recipe, const FrameContext& frame);
    static void offer_radius(const FrameContext& frame, std::size_t left);
    static void draw_palette(const FrameContext& frame);

    NumberField radius_field_, colors_field_, bound_field_;
    MethodPanel method_;
    RefinementsPanel refinements_;
    FinishPanel finish_;
    std::array<float, 4> area_{};
};

}
