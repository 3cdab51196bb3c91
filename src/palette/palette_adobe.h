#pragma once

#include "palette/swatch.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace huedrift {

// Adobe's palette files; encode_palette() chooses between them. All their numbers are big-endian.

/// Adobe Color Table ("Adobe Photoshop File Formats Specification"): 256 RGB triples, then two 16-bit
/// numbers: the count of used triples and the index of the transparent one (0xFFFF: none). Has no title.
/// Throws Error(output) above 256 colours.
std::vector<std::byte> act_palette(std::span<const Swatch> swatches, const std::string& title);

/// Adobe Swatch Exchange, version 1.0: one group with the title as its name and a global RGB colour for each
/// swatch.
std::vector<std::byte> ase_palette(std::span<const Swatch> swatches, const std::string& title);

}
