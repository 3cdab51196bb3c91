#pragma once

#include "app/ui/fields.h"
#include "color/oklab.h"

#include <imgui.h>

#include <optional>
#include <vector>

namespace huedrift::app {

/// Chooses a colour on the plane of a and b (cut off at the sRGB gamut), by lightness, by code, or by
/// lightness, chroma and hue in Oklab. Shows the old colour beside the new one.
class ColorPicker {
public:
    /// Begins with the old colour.
    void open(Rgb old);
    /// Changes `color` unless it returns Change::none; complete when the button is released or text was
    /// entered.
    Change draw(Rgb& color, const Gui& gui);
    /// Whether Return was pressed in this frame on a code, which is the whole choice.
    bool entered() const { return code_field_.entered(); }

    /// The width of the picker.
    static float width(const Gui& gui) { return 296 * gui.scale(); }

private:
    /// The gamut at one lightness: several colours along each of many hues, from grey to the edge.
    struct Gamut {
        double lightness = -1;
        std::vector<Oklab> places{}; ///< hue by hue
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
    std::optional<Rgb> color_{}; ///< the colour at at_
    Oklab at_{};                 ///< stored too, as rounding to 8 bits must not move the dragged point
    Gamut gamut_;
    HexField code_field_;
    NumberField lightness_field_, chroma_field_, hue_field_;
};

}
