#pragma once

#include "color/rgb.h"

#include <string>
#include <string_view>

namespace huedrift {

struct NamedColor {
    std::string_view name;
    Rgb color;
};

/// The named CSS colour that is nearest in Oklab; of several, the first by name.
const NamedColor& nearest_css_color(Rgb color);

/// "steelblue", or "near steelblue" for a colour without a CSS name.
std::string name_near(Rgb color);

}
