#pragma once

#include "app/ui/settings.h"
#include "color/oklab.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

struct ImFont;

namespace huedrift::app {

/// The window's colours. Surfaces are neutral greys, because users come to judge colours.
struct Theme {
    Rgb canvas, panel, raised, hovered, pressed, line;
    Rgb outline; ///< of controls visible only by it: at least 3:1 against panel and raised (WCAG 2.2, 1.4.11)
    Rgb text, muted, accent, on_accent, warning;
    Rgb check_light, check_dark;

    static const Theme& of(Brightness brightness);
};

/// The fonts of the window. Never null after Gui has loaded them.
struct Fonts {
    ImFont* text = nullptr;
    ImFont* strong = nullptr;
    ImFont* small = nullptr;
    ImFont* title = nullptr;
    ImFont* code = nullptr; ///< monospaced, for numbers and colours
};

/// A colour for Dear ImGui's draw lists.
std::uint32_t packed(Rgb color, float alpha = 1);
std::array<float, 3> channels(Rgb color);

/// Sets Dear ImGui's style. `scale` is the user's, 1 is 100 %.
void apply(const Theme& theme, float scale);
/// The files of the fonts: the preferred ones, else other installed ones; empty: none is installed.
struct FontFiles {
    std::vector<std::byte> regular, semibold, monospaced;
};
FontFiles read_font_files();
/// Loads the fonts at `scale` x `pixel_ratio` into Dear ImGui's atlas, which refers to `files`; Dear ImGui's
/// own for those that are not installed.
Fonts load_fonts(const FontFiles& files, float scale, float pixel_ratio);

}
