#pragma once

#include "app/ui/fields.h"
#include "app/ui/view_state.h"

#include <array>

namespace huedrift::app {

/// The settings saved under names, below a link at the end of a row. Its functions are in preset_menu.cpp.
class PresetMenu {
public:
    void draw(const FrameContext& frame);

private:
    static void draw_list(const FrameContext& frame, float width);
    void draw_saving(const FrameContext& frame, float width);

    std::array<char, max_preset_name + 1> name_{}; ///< as typed
};

/// The main settings of a result: the look, the radius with its weighting, and the number of colours.
class DriftPanel {
public:
    /// Draws look, radius and number of colours, and the state of the result.
    void draw(const FrameContext& frame);

    /// The last place of look, radius and number of colours.
    const Box& area() const { return area_; }

private:
    void draw_look(const FrameContext& frame);
    void draw_radius(const FrameContext& frame);
    void draw_colors(const FrameContext& frame);
    void draw_asked(const Recipe& recipe, const FrameContext& frame);
    void draw_bound(const Recipe& recipe, const FrameContext& frame);

    PresetMenu presets_;
    NumberField radius_field_, colors_field_, bound_field_;
    Box area_{};
};

}
