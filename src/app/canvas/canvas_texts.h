#pragma once

#include "app/render/viewer.h"
#include "app/ui/gui.h"
#include "session/result.h"

#include <imgui.h>

#include <functional>
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

Rgba8 pixel_at(const ImageView& image, int x, int y);
/// What a result made of a pixel of a frame that is not transparent.
Rgb result_at(const Result& result, std::size_t frame, int x, int y);

/// Writes the hex code of each visible pixel into it, once a code fits. `color_at`: what the pane shows of a
/// pixel of the picture; none: nothing to be written.
void write_pixel_values(const Pane& pane, const std::function<std::optional<Rgb>(int x, int y)>& color_at,
                        const Gui& gui);

}
