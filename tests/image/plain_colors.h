#pragma once

#include "image/image.h"

namespace huedrift {

inline constexpr Rgba8 red{255, 0, 0, 255}, green{0, 255, 0, 255}, blue{0, 0, 255, 255},
    white{255, 255, 255, 255}, none{}; ///< transparent

}
