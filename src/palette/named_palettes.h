#pragma once

#include "color/oklab.h"

#include <span>
#include <string>
#include <string_view>

namespace huedrift {

/// A palette that needs no file: the colours of a device, a console or a program.
struct NamedPalette {
    std::string_view name;
    std::string_view source; ///< where the codes come from
    std::span<const Rgb> colors;
};

std::span<const NamedPalette> named_palettes();
/// Null: there is none of this name.
const NamedPalette* palette_by_name(std::string_view name);
/// The palette with just these colours, in this order; null: there is none.
const NamedPalette* palette_by_colors(std::span<const Rgb> colors);
/// "black-white, black-white-red, ... or web-safe"
std::string palette_name_list();

}
