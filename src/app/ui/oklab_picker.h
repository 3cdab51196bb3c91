#pragma once

#include "app/ui/widgets.h"
#include "color/oklab.h"

#include <array>

namespace huedrift::app {

/// Chooses a colour by its lightness and its place on the plane of a and b, cut off at the sRGB gamut, or by
/// its code.
class OklabPicker {
public:
    /// `color` changes unless Change::none; complete when the button is released or Return pressed.
    Change draw(Rgb& color, const Gui& gui);

private:
    Change draw_plane(Rgb& color, const Gui& gui);
    Change draw_lightness(Rgb& color, const Gui& gui);
    Change draw_code(Rgb& color);
    void look_at(Rgb color);

    std::optional<Rgb> color_{}; ///< the colour that at_ stands for
    Oklab at_{};                 ///< kept separately: rounding to 8 bits must not move the dragged point
    std::array<char, 8> code_{};
};

}
