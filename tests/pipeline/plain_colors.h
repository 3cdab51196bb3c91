#pragma once

#include "color/oklab.h"

#include <vector>

namespace huedrift {

inline constexpr Rgb black{0, 0, 0}, blue{0, 0, 200}, grey{100, 100, 100}, red{200, 0, 0},
    white{255, 255, 255};

/// So many colours, ascending, that a comparison of each with each takes longer than a test may.
inline std::vector<Rgb> very_many_colors() {
    std::vector<Rgb> colors;
    for (std::uint32_t code = 0; code < rgb_codes; code += 16) colors.push_back(Rgb::from_code(code));
    return colors;
}

}
