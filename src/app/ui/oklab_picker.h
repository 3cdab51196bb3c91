#pragma once

#include "app/ui/widgets.h"
#include "color/oklab.h"

#include <array>

namespace huedrift::app {

/// Chooses a colour by its lightness and its place on the plane of a and b, which ends where no screen goes
/// on, or by its code.
class OklabPicker {
public:
    /// `color` is another one unless Change::none; complete when the button is released or Return pressed.
    Change draw(Rgb& color, const Gui& gui);

private:
    Change draw_plane(Rgb& color, const Gui& gui);
    Change draw_lightness(Rgb& color, const Gui& gui);
    Change draw_code(Rgb& color);
    void look_at(Rgb color);

    std::optional<Rgb> color_{}; ///< that the rest is of
    Oklab at_{};                 ///< kept beside it: rounding to 8 bits must not move what is dragged
    std::array<char, 8> code_{};
};

}
