#pragma once

#include "app/shell/action_table.h"

namespace huedrift::app {

/// What plays an animation or the drift of the cloud, and takes pictures of that.
std::vector<Action> playback_actions(const Controls& controls);

}
