#pragma once

#include "app/ui/gui.h"
#include "color/rgb.h"

#include <imgui.h>

#include <optional>

namespace huedrift::app {

/// The place of a colour in a grid of swatches, where they are beside each other, or in a list, where they
/// are below each other.
struct SwatchPlace {
    ImVec2 at, size;
    float gap = 0; ///< to the next one
    bool is_listed = false;
};

/// Where on a swatch another one is dragged: before and after are its left and right, in a list its upper and
/// lower end.
enum class Over { middle, before, after };

/// A swatch dragged over another one.
struct Dragged {
    Rgb color;
    Over over = Over::middle;
    bool dropped = false;
};

/// Lets the last control, a swatch, be dragged; returns the one that is over it.
std::optional<Dragged> dragged_over(Rgb color, const SwatchPlace& place, const Gui& gui);

/// A ring around the swatch that would be joined, or a line where the dragged one would go.
void draw_target(Over over, const SwatchPlace& place, const Gui& gui);

}
