#pragma once

#include "app/ui/gui.h"

#include <imgui.h>

#include <string>

namespace huedrift::app {

/// The area of a diagram, as wide as is available; an item for Dear ImGui.
struct Plot {
    ImVec2 low;  ///< the upper left corner of what may be drawn on
    ImVec2 high; ///< the lower right one
    bool hovered = false, held = false;
    ImDrawList* list;

    /// The point at a share of the width from the left and of the height from below.
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

/// Small text at a point, moved into the diagram; `x` and `y` say which share of it lies left of and above
/// that point.
void label(const Plot& plot, ImVec2 at, float x, float y, Rgb color, const std::string& text, const Gui& gui);

/// Of a line.
float label_height(const Gui& gui);

/// What a panel says instead of a diagram that cannot be drawn yet.
void empty_plot(const char* text, const Gui& gui);

}
