#pragma once

#include "labels/label_steps.h"

#include <span>
#include <string>
#include <string_view>

namespace huedrift {

// The settings of the pixel grid as in recipes and command lines. Readers return nothing for any other text
// and for numbers out of range.

/// "off", "auto", "7.3" or "7.3x8".
std::string grid_text(const GridChoice& choice);
std::optional<GridChoice> grid_in(std::string_view text);

/// "X:Y=rrggbb" or, for a transparent cell, "X:Y=none", separated by commas; "X:Y:FRAME=..." in a frame other
/// than the first of an animation, which is 1.
std::string list_text(std::span<const CellEdit> cells);
std::optional<std::vector<CellEdit>> cells_in(std::string_view text);

/// "7.313": thousandths as a decimal without zeros at its end.
std::string thousandths_text(std::uint32_t thousandths);

}
