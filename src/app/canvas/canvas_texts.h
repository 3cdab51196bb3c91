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

/// A piece of text in one font, optionally after a coloured square.
struct TextRun {
    std::string text;
    ImFont* font;
    Rgb color;
    std::optional<Rgb> square{};
};

/// Writes text on a rounded background, with the upper left corner at `at`, or the upper right one if
/// `from_right`. Returns the height.
float write_box(const std::vector<TextRun>& runs, ImVec2 at, bool from_right, const Gui& gui);

Rgba8 pixel_at(const ImageView& image, int x, int y);
/// The result's colour for a pixel that is not transparent in the source; none if the result is transparent
/// there.
std::optional<Rgb> result_at(const Result& result, std::size_t frame, int x, int y);

/// Writes the hex code into each visible pixel that has room for it. `color_at` returns the colour that the
/// pane shows for a pixel of the picture; none: writes nothing.
void write_pixel_values(const Pane& pane, const std::function<std::optional<Rgb>(int x, int y)>& color_at,
                        const Gui& gui);

}
