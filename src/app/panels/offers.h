#pragma once

#include "app/ui/frame_context.h"

#include <array>

namespace huedrift::app {

/// Says above the lower edge of `area` why the last request failed, with buttons for settings that help.
void draw_notice(const FrameContext& frame, const std::array<float, 4>& area);

/// Asks above the lower edge of `area` what to use an opened palette for.
void draw_palette_question(const FrameContext& frame, const std::array<float, 4>& area);

/// While one colour is shown alone, says so at the top of the canvas, with a button that shows all.
void draw_isolated(const FrameContext& frame, const std::array<float, 4>& area);

/// Asks above the lower edge of `area` what to do with the settings that the open picture carries.
void draw_recipe_question(const FrameContext& frame, const std::array<float, 4>& area);

}
