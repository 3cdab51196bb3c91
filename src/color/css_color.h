#pragma once

#include "color/rgb.h"

#include <string_view>

namespace huedrift {

struct NamedColor {
    std::string_view name;
    Rgb color;
};

/// The colour with a name in CSS that is nearest in Oklab, of several the first by name.
const NamedColor& nearest_css_color(Rgb color);

}
