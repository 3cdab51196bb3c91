#pragma once

#include "app/ui/view_state.h"

#include <string>

namespace huedrift::app {

/// Copies `text` to the clipboard and says so: "Copied `what`".
void copy(const std::string& text, const std::string& what, ViewState& state);

}
