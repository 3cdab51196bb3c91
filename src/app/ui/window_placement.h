#pragma once

#include "app/ui/geometry.h"
#include "app/ui/settings.h"

#include <span>

namespace huedrift::app {

/// Where a window opens: `geometry` made to fit what the displays leave for windows (screen units, in the
/// desktop's order of displays). A size beyond its display is cut to it, and the window opens maximised,
/// since only the desktop knows how wide its frames are; a position at which no corner of the title bar can
/// be reached, as after a display was unplugged, is forgotten, and the window then opens where the desktop
/// puts it. Sizes below `min` are raised to it first. Without displays only that happens.
WindowGeometry placed(WindowGeometry geometry, std::span<const Area> displays, Extent min);

}
