#pragma once

#include "base/progress.h"
#include "color/oklab.h"

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace huedrift {

/// The name of the entry of transparent pixels, by which files that have names tell it from a black.
inline constexpr const char* transparent_name = "transparent";

/// A palette colour with its figures.
struct Swatch {
    Rgb color;
    std::uint64_t pixels = 0; ///< pixels with this colour
    std::uint32_t colors = 0; ///< source colours that became it
    std::string name{};       ///< UTF-8; when empty, files that need a name use "#rrggbb"
    bool transparent = false; ///< the index of transparent pixels; not a colour
    bool reserved = false;    ///< a given colour that keeps its index but is not used
    /// For SwatchOrder::found, the first pixel that has it.
    std::uint64_t first = std::numeric_limits<std::uint64_t>::max();
    std::uint8_t alpha = 255; ///< of an entry, if levels of alpha have joined those of the result
};

/// The colours of swatches, of a palette's entries or of pins.
template <class Items>
std::vector<Rgb> colors_of(const Items& items) {
    std::vector<Rgb> colors;
    colors.reserve(items.size());
    for (const auto& item : items) colors.push_back(item.color);
    return colors;
}

enum class SwatchOrder {
    pixels,    ///< most first
    lightness, ///< Oklab's, dark first
    hue,       ///< Oklab's, from red; greys have none and come first, by lightness
    rgb,       ///< ascending codes
    given,     ///< in the present order
    found,     ///< by their first pixels
};

/// "pixels", "lightness", "hue", "rgb", "given" or "found".
std::string_view name_of(SwatchOrder order);

/// Sorts swatches; equal ones by pixels, most first, then by colour code. Throws Error(cancelled).
void sort_swatches(std::vector<Swatch>& swatches, SwatchOrder order, const Progress& progress = {});

}
