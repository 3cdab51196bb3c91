#pragma once

#include "palette/palette.h"
#include "palette/swatch.h"
#include "reduction/color_set.h"
#include "reduction/pins.h"
#include "reduction/reduction.h"

#include <vector>

namespace huedrift {

/// The distinct colours of a result as the start of steps on its palette, each at its own position; its
/// groups are the modes. `reduction` is of colours with this transfer. Throws Error(cancelled).
Palette unpack(const std::shared_ptr<const Reduction>& reduction, Transfer transfer,
               std::span<const Pin> pins, const Progress& progress = {});

/// Each colour as an entry, where nothing drifts and nothing is pinned. Throws Error(cancelled).
Palette unpack(const ColorSet& colors, const Progress& progress = {});

/// The result in which every colour has its entry: the last of the steps. Throws Error(cancelled).
Reduction gather(const Palette& palette, const ColorSet& colors, const Progress& progress = {});

/// The colours of the output picture, most pixels first, then by code. Modes of the same colour give one
/// swatch, with all of their pixels and source colours.
std::vector<Swatch> palette(const Reduction& reduction);

/// The colours of the set that became `color`, as indices into the set, most pixels first. From more than
/// `max` it takes every n-th, so that both common and rare colours are included.
std::vector<std::uint32_t> members(const Reduction& reduction, const ColorSet& colors, Rgb color,
                                   std::size_t max);

}
