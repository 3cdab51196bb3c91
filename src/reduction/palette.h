#pragma once

#include "palette/palette.h"
#include "palette/swatch.h"
#include "reduction/color_set.h"
#include "reduction/pins.h"
#include "reduction/reduction.h"

#include <vector>

namespace huedrift {

/// The distinct colours of a result as the start of steps on its palette, each at its own position; its
/// groups are the modes. `reduction` is of colours with this transfer.
Palette unpack(const std::shared_ptr<const Reduction>& reduction, Transfer transfer,
               std::span<const Pin> pins);

/// The result in which every colour has its entry: the last of the steps.
Reduction gather(const Palette& palette, const ColorSet& colors);

/// The colours of the output picture, most pixels first, then by code. A colour that several modes share
/// occurs once, with the pixels and source colours of all of them.
std::vector<Swatch> palette(const Reduction& reduction);

/// The colours of the set that became this colour, as indices into the set, most pixels first. Of more than
/// `max` only every n-th, so that both common and rare ones are included.
std::vector<std::uint32_t> members(const Reduction& reduction, const ColorSet& colors, Rgb color,
                                   std::size_t max);

}
