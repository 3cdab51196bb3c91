#pragma once

#include "app/ui/frame_context.h"

#include <span>

namespace huedrift::app {

/// The entries of a swatch's menu. Where several are chosen, it is among them, and they do it to all. Returns
/// whether the colour is to be recoloured.
bool draw_swatch_menu(const FrameContext& frame, const Swatch& swatch, std::span<const Swatch> list,
                      const Result& result);

}
