#pragma once

#include <optional>

namespace huedrift::app {

// How the window looks, as saved in the settings.

enum class Brightness { dark, light };

enum class Compare { side_by_side, wipe, single, difference };

/// The window's place on the desktop, in the desktop's units.
struct WindowGeometry {
    std::optional<int> x{}, y{}; ///< none: where the desktop puts it
    int width = 1280, height = 800;
    bool maximised = false;

    friend bool operator==(const WindowGeometry&, const WindowGeometry&) = default;
};

}
