#pragma once

#include "pipeline/label_steps.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace huedrift {

// The words for the settings of the pixel grid in recipes and command lines. Readers return nothing for any
// other text and for numbers out of range.

/// "off", "auto", "7.3" or "7.3x8"; after a size, "@X:Y" is the anchor.
std::string grid_text(const GridChoice& choice);
std::optional<GridChoice> grid_in(std::string_view text);

/// "X:Y=rrggbb" or, for a transparent cell, "X:Y=none", separated by commas. In an animation, "X:Y:FRAME=..."
/// names a frame from 2 on; without FRAME, it is the first.
std::string list_text(std::span<const CellEdit> cells);
/// The most cells that a text may name: the number of pixels in a large sprite.
inline constexpr std::size_t max_cells = 65'536;
std::optional<std::vector<CellEdit>> cells_in(std::string_view text);

/// "7.313": thousandths as a decimal without trailing zeros.
std::string thousandths_text(std::uint32_t thousandths);

}
