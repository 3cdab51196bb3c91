#pragma once

#include "app/ui/gui.h"

#include <imgui.h>

#include <string>

namespace huedrift::app {

/// The area of a diagram, as wide as available; an item for Dear ImGui.
struct Plot {
    ImVec2 low;  ///< the upper left corner of the drawing area
    ImVec2 high; ///< the lower right corner
    bool hovered = false, held = false;
    ImDrawList* list;

    /// The point at a share `x` of the width from the left and `y` of the height from the bottom.
    ImVec2 at(double x, double y) const {
        return {low.x + static_cast<float>(x) * (high.x - low.x),
                high.y - static_cast<float>(y) * (high.y - low.y)};
    }
    bool contains(ImVec2 point) const {
        return low.x <= point.x && point.x <= high.x && low.y <= point.y && point.y <= high.y;
    }
    /// The pointer's share of the width, 0 to 1.
    double pointer_x() const;
};

Plot begin_plot(const char* id, float height, const Gui& gui);

/// Draws small text at a point, moved into the diagram; `x` and `y` are the shares of it that lie left of and
/// above that point.
void label(const Plot& plot, ImVec2 at, float x, float y, Rgb color, const std::string& text, const Gui& gui);

/// Of a line.
float label_height(const Gui& gui);

/// Shows a text instead of a diagram that cannot be drawn yet.
void empty_plot(const char* text, const Gui& gui);

}
