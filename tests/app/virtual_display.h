#pragma once

#include "app/ui/window.h"

namespace huedrift {

/// Where the windows of tests are: on a virtual display, or nowhere if HUEDRIFT_OFF_SCREEN is set in the
/// environment, for devices that have no display.
app::Display test_display();

/// Starts an X server without a screen at the first call, unless none is needed, and sets DISPLAY to it.
/// Returns why there is none, empty if there is.
const std::string& virtual_display();

}
