#pragma once

#include "app/ui/gui.h"

#include <optional>
#include <string>

namespace huedrift::app {

/// The picture formats that are written, as a row of buttons after a caption, the one of an extension
/// (".png") chosen. Returns the extension of the one that is clicked.
std::optional<std::string> format_row(const std::string& extension, const Gui& gui);

}
