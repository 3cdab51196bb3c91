#pragma once

#include "app/ui/gui.h"
#include "app/ui/settings.h"

#include <array>

namespace huedrift::app {

/// What the hints point at: x, y, width, height in Dear ImGui's units.
struct HintedAreas {
    std::array<float, 4> radius, swatches, canvas;
};

/// At a first start, one sentence after the other about what is not seen at once, each with a frame around
/// what it is about; Settings::hint is the next. They can be ended for ever.
void draw_hints(Settings& settings, const HintedAreas& areas, const Gui& gui);

}
