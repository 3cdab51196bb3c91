#pragma once

#include <optional>

namespace huedrift::app {

/// How much larger than at 96 dots per inch the user wants text, where windows are X's: the display's
/// resource Xft.dpi (or that of ~/.Xdefaults), which desktops set. It is read from a connection of its own,
/// so that it is the one of now. None: there is no such resource.
std::optional<double> text_scale_of_x();

}
