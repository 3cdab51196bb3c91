#pragma once

#include "color/oklab.h"

#include <string_view>
#include <vector>

namespace huedrift {

/// The colours that a device can show, by its bits of red, green and blue.
enum class Levels { off, rgb565, rgb555, rgb444, rgb333, rgb222 };

/// "off", for all colours, or "rgb565" and so on.
std::string_view name_of(Levels levels);

/// The colours of a device, ascending by code. 8 bits of a channel repeat its bits from the highest on, as
/// hardware expands them. `levels` is not off.
std::vector<Rgb> grid_of(Levels levels);

}
