#pragma once

#include "palette/swatch.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace huedrift {

// The encoders from which encode_palette() chooses. act, hex and JASC files hold no title.

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

// Adobe's files. All their numbers are big-endian.

/// Adobe Color Table ("Adobe Photoshop File Formats Specification"): 256 RGB triples, then two 16-bit
/// numbers: the count of used triples and the index of the transparent one (0xFFFF: none). Has no title.
/// Throws Error(output) above 256 colours.
std::vector<std::byte> act_palette(std::span<const Swatch> swatches, const std::string& title);

/// Adobe Swatch Exchange, version 1.0: one group with the title as its name and a global RGB colour for each
/// swatch.
std::vector<std::byte> ase_palette(std::span<const Swatch> swatches, const std::string& title);

}
