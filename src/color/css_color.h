#pragma once

#include "color/rgb.h"

#include <string>
#include <string_view>

namespace huedrift {

struct NamedColor {
    std::string_view name;
    Rgb color;
};

/// The colour with a name in CSS that is nearest by CIEDE2000, of several the first by name. Oklab calls
/// dark browns darkslategrey: its distances between dark colours are small.
const NamedColor& nearest_css_color(Rgb color);

/// "steelblue", or "near steelblue" for a colour without a CSS name.
std::string name_near(Rgb color);

}
