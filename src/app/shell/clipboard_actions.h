#pragma once

#include "app/shell/action_table.h"

namespace huedrift::app {

/// What is exchanged with other programs by the desktop's clipboard.
std::vector<Action> clipboard_actions(const Controls& controls);

}
