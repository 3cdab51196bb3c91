#pragma once

#include "app/ui/frame_context.h"

namespace huedrift::app {

/// Draws how many colours are left and how certain that is, what is being computed, and a button to stop it.
void draw_progress(const FrameContext& frame);

}
