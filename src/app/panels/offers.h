#pragma once

#include "app/ui/frame_context.h"

#include <array>

namespace huedrift::app {

/// Asks above the lower edge of `area` what to use an opened palette for.
void draw_palette_question(const FrameContext& frame, const std::array<float, 4>& area);

/// Asks above the lower edge of `area` what to do with the settings that the open picture carries.
void draw_recipe_question(const FrameContext& frame, const std::array<float, 4>& area);

}
