#pragma once

#include "app/ui/fields.h"
#include "color/oklab.h"

#include <imgui.h>

#include <optional>
#include <vector>

namespace huedrift::app {

/// Chooses a colour by its place on the plane of a and b, cut off at the sRGB gamut, by its lightness, by its
/// code, or by lightness, chroma and hue in Oklab. Beside it is the colour that it takes the place of.
class ColorPicker {
public:
    /// Begins with a colour, which is the old one from now on.
    void open(Rgb old);
    /// `color` changes unless Change::none; complete when the button is released or something was typed.
    Change draw(Rgb& color, const Gui& gui);

    /// The width of what is drawn.
    static float width(const Gui& gui) { return 296 * gui.scale(); }

private:
    /// The gamut at one lightness: from grey to its edge along many hues, several colours on each way.
    struct Gamut {
        double lightness = -1;
        std::vector<Oklab> places{}; ///< way by way
        std::vector<std::uint32_t> colors{};
    };

    Change draw_colors(Rgb& color, const Gui& gui) const;
    Change draw_plane(Rgb& color, float side, const Gui& gui);
    Change draw_lightness(Rgb& color, float height, const Gui& gui);
    Change draw_fields(Rgb& color, const Gui& gui);
    Change take(const Oklab& place, Change change, Rgb& color);
    void draw_gamut(ImVec2 at, float side, const Gui& gui);
    void look_at(Rgb color);

    Rgb old_{};
    std::optional<Rgb> color_{}; ///< the colour that at_ stands for
    Oklab at_{};                 ///< kept separately: rounding to 8 bits must not move the dragged point
    Gamut gamut_;
    HexField code_field_;
    NumberField lightness_field_, chroma_field_, hue_field_;
};

}
