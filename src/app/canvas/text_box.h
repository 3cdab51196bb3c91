#pragma once

#include "app/ui/gui.h"

#include <imgui.h>

#include <optional>
#include <string>
#include <vector>

namespace huedrift::app {

/// A piece of text in one font, perhaps after a square of a colour.
struct TextRun {
    std::string text;
    ImFont* font;
    Rgb color;
    std::optional<Rgb> square{};
};

/// Writes text on a rounded background; `at` is its upper left corner, or with `from_right` the upper right
/// one. Returns its height.
float write_box(const std::vector<TextRun>& runs, ImVec2 at, bool from_right, const Gui& gui);

}
