#pragma once

#include "app/ui/gui.h"

namespace huedrift::app {

/// A dialog in the middle of the window's upper half, `width` units wide, that dims what lies behind; Escape
/// or a click beside it closes it. False when it is closed. Ended with end_dialog() where it was true.
bool begin_dialog(const char* name, bool& wanted, float width, const Gui& gui);
void end_dialog();

}
