#pragma once

#include "app/ui/gui.h"
#include "palette/swatch.h"

#include <span>

namespace huedrift::app {

/// All colours in a row, each as wide as its share of their pixels. An item; the colour under the pointer, or
/// null.
const Swatch* draw_share_strip(std::span<const Swatch> swatches, const Gui& gui);

}
