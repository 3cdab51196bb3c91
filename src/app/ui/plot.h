#pragma once

#include "app/ui/gui.h"

#include <imgui.h>

#include <string>

namespace huedrift::app {

/// A plate to draw a diagram on, over the available width; an item for Dear ImGui.
struct Plot {
    ImVec2 low;  ///< the upper left corner of what may be drawn on
    ImVec2 high; ///< the lower right one
    bool hovered = false, held = false;
    ImDrawList* list;

    /// The place of shares of the width from the left and of the height from below.
    ImVec2 at(double x, double y) const {
        return {low.x + static_cast<float>(x) * (high.x - low.x),
                high.y - static_cast<float>(y) * (high.y - low.y)};
    }
    /// The pointer's share of the width, 0 to 1.
    double pointer_x() const;
};

Plot plate(const char* id, float height, const Gui& gui);

/// Text in a small face; `x` and `y` say which share of it is left of and above the place.
void label(const Plot& plot, ImVec2 place, float x, float y, Rgb color, const std::string& text,
           const Gui& gui);

/// What a panel says instead of a diagram that cannot be drawn yet.
void empty_plate(const char* text, const Gui& gui);

}
