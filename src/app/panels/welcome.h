#pragma once

#include "app/ui/actions.h"
#include "app/ui/frame_context.h"
#include "app/ui/settings.h"

#include <array>

namespace huedrift::app {

/// Shown in an empty window: drop a picture, open one, or reopen a recent one.
void draw_welcome(const FrameContext& frame, const Actions& actions, const Settings& settings,
                  const std::array<float, 4>& area);

}
