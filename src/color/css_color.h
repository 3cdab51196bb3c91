#pragma once

#include "color/oklab.h"

#include <optional>
#include <string>
#include <string_view>

namespace huedrift {

/// The colour that a text means in CSS (CSS Color Module Level 4): a name in any case, #rgb, #rgba, #rrggbb,
/// #rrggbbaa, or rgb(), rgba(), hsl(), hsla(), hwb(), lab(), lch(), oklab() or oklch() of numbers. Alpha is
/// ignored, and channels outside sRGB are clipped. Returns none for any other text.
std::optional<Rgb> css_color(std::string_view text);

/// "steelblue", or "near steelblue" for a colour without a CSS name.
std::string name_near(Rgb color);

}
