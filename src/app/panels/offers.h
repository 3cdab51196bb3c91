#pragma once

#include "app/ui/frame_context.h"

#include <array>

namespace huedrift::app {

/// What the palette is for that was dropped or opened, asked above the lower edge of `area`.
void draw_palette_question(const FrameContext& frame, const std::array<float, 4>& area);

/// What to do with the settings that the open picture carries, asked above the lower edge of `area`.
void draw_recipe_question(const FrameContext& frame, const std::array<float, 4>& area);

}
