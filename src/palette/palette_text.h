#pragma once

#include "palette/swatch.h"

#include <span>
#include <string>

namespace huedrift {

// Text palette files; encode_palette() chooses between them. hex and JASC files hold no title.

std::string gpl_palette(std::span<const Swatch> swatches, const std::string& title);
std::string hex_palette(std::span<const Swatch> swatches, const std::string& title);
std::string jasc_palette(std::span<const Swatch> swatches, const std::string& title);
std::string css_palette(std::span<const Swatch> swatches, const std::string& title);

/// An object: "format" is "huedrift palette", "version" 1, "title" the title, "colors" one object per swatch,
/// in order: "hex" "#rrggbb", "rgb" three numbers 0 to 255, "name", "pixels" and "source_colors" as in
/// Swatch. Later versions only add members.
std::string json_palette(std::span<const Swatch> swatches, const std::string& title);

/// Replaces control characters by spaces, so that a line break in a name does not become a line of the file.
std::string one_line(std::string text);

/// The swatch's name on one line, or its hex code when it has none.
std::string display_name(const Swatch& swatch);

}
