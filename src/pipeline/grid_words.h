#pragma once

#include "pipeline/label_steps.h"

#include <optional>
#include <string>
#include <string_view>

namespace huedrift {

// The words for the settings of the pixel grid in recipes and command lines. Readers return nothing for any
// other text and for numbers out of range.

/// "off", "auto", "7.3" or "7.3x8"; after a size, "@X:Y" is the anchor.
std::string grid_text(const GridChoice& choice);
std::optional<GridChoice> grid_in(std::string_view text);

/// "7.313": thousandths as a decimal without trailing zeros.
std::string thousandths_text(std::uint32_t thousandths);

}
