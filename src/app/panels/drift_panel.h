#pragma once

#include "app/ui/fields.h"
#include "app/ui/view_state.h"

#include <array>
#include <span>

namespace huedrift::app {

/// The main settings of a result: the look, the radius with its weighting, and the number of colours.
class DriftPanel {
public:
    /// Draws look, radius and number of colours, and the state of the result.
    void draw(const FrameContext& frame);

    /// The last place of look, radius and number of colours: x, y, width, height in Dear ImGui's units.
    const std::array<float, 4>& area() const { return area_; }

private:
    static void offer_plain_look(const FrameContext& frame, Look look);
    static void offer_look(const FrameContext& frame, Look look);
    static void draw_look(const FrameContext& frame);
    static void draw_auto_radius(const FrameContext& frame);
    void draw_radius(const FrameContext& frame);
    static void draw_weighting(const FrameContext& frame);
    void draw_colors(const FrameContext& frame);
    void draw_asked(const Recipe& recipe, const FrameContext& frame);
    void draw_limit(const FrameContext& frame);
    static void draw_error(const FrameContext& frame);
    static void draw_natural_sizes(const FrameContext& frame);
    void draw_bound(const Recipe& recipe, const FrameContext& frame);
    static void offer_radius(const FrameContext& frame);
    static bool draw_written(Recipe& recipe, const SettingRows& rows, const FrameContext& frame);
    static void draw_given(std::span<const Rgb> colors, const FrameContext& frame);
    static void draw_palette(const FrameContext& frame);
    static void draw_masks(const FrameContext& frame);

    NumberField radius_field_, colors_field_, bound_field_;
    std::array<float, 4> area_{};
};

}
