#pragma once

#include <optional>

namespace huedrift::app {

// How the window looks, as saved in the settings.

enum class Brightness { dark, light };

/// `cloud`: no picture but its colours, in Oklab.
enum class Compare { side_by_side, wipe, single, difference, cloud };

/// The window's place on the desktop, in the desktop's units.
struct WindowGeometry {
    std::optional<int> x{}, y{}; ///< none: where the desktop puts it
    int width = 1280, height = 800;
    bool maximised = false;

    friend bool operator==(const WindowGeometry&, const WindowGeometry&) = default;
};

}
