#pragma once

#include "color/rgb.h"

namespace huedrift {

inline constexpr Rgb black{0, 0, 0}, blue{0, 0, 200}, grey{100, 100, 100}, red{200, 0, 0},
    white{255, 255, 255};

}
