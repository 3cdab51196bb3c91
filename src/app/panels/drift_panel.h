#pragma once

#include "app/panels/folds.h"

namespace huedrift::app {

/// The settings of a result: the look, the radius, the number of colours, and all others under folds.
class DriftPanel {
public:
    /// Draws look, radius and number of colours, and the state of the result.
    void draw(const FrameContext& frame);
    void draw_folds(const FrameContext& frame);
    /// Whether a fold is open.
    bool is_unfolded() const { return method_.is_open() || refinements_.is_open() || finish_.is_open(); }

    /// The last place of look, radius and number of colours: x, y, width, height in Dear ImGui's units.
    const std::array<float, 4>& area() const { return area_; }

private:
    static void offer_plain_look(const FrameContext& frame, Look look);
    static void offer_look(const FrameContext& frame, Look look);
    static void draw_look(const FrameContext& frame);
    static void draw_auto_radius(const FrameContext& frame);
    void draw_radius(const FrameContext& frame);
    void draw_colors(const FrameContext& frame);
    void draw_errors(const FrameContext& frame);
    static void draw_natural_sizes(const FrameContext& frame, float end);
    void draw_bound(Recipe recipe, const FrameContext& frame);
    static void offer_radius(const FrameContext& frame, std::size_t left);
    static bool draw_written(Recipe& recipe, const SettingRows& rows, const FrameContext& frame);
    static void draw_given(std::span<const Rgb> colors, const FrameContext& frame);
    static void draw_palette(const FrameContext& frame);

    NumberField radius_field_, colors_field_, bound_field_;
    MethodPanel method_;
    RefinementsPanel refinements_;
    FinishPanel finish_;
    std::array<float, 4> area_{};
};

}
