#pragma once

#include "app/ui/gui.h"

#include <optional>
#include <string>

namespace huedrift::app {

/// A row of buttons for the picture formats that can be written, after a caption; marks the one of
/// `extension` (".png"). Returns the extension of the clicked one.
std::optional<std::string> format_row(const std::string& extension, const Gui& gui);

}
