#pragma once

#include "color/rgb.h"

#include <cstdint>
#include <string>
#include <vector>

namespace huedrift {

/// A colour of a palette and what stands behind it.
struct Swatch {
    Rgb color;
    std::uint64_t pixels = 0; ///< pixels that have this colour
    std::uint32_t colors = 0; ///< source colours that became it
    std::string name{};       ///< UTF-8; when empty, files that need a name use "#rrggbb"
};

enum class SwatchOrder {
    pixels,    ///< most first
    lightness, ///< Oklab's, dark first
    hue,       ///< Oklab's, from red on; greys, which have none, first and by lightness
};

/// Sorts swatches; equal ones by pixels, most first, then by their colour's code.
void sort_swatches(std::vector<Swatch>& swatches, SwatchOrder order);

}
