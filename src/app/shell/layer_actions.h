#pragma once

#include "app/shell/action_table.h"

namespace huedrift::app {

/// What the list of layers does by the pointer, for the keyboard.
std::vector<Action> layer_actions(const Controls& controls);

}
