#pragma once

#include "palette/palette.h"
#include "pipeline/color_lists.h"
#include "reduction/color_set.h"

namespace huedrift {

// The steps on a palette, in the order in which they are done; each is a section of docs/definition.md.

/// "Small shares": entries with fewer than `per_cent` of the pixels join the nearest that has more.
Palette join_small(const Palette& palette, double per_cent);

/// "Exactly N": the two nearest entries join until `count` are left. Adds a note if there are fewer.
Palette join_colors(const Palette& palette, std::uint32_t count, Weighting weighting);

/// "Palette in": each entry becomes the nearest of `given`, which has at least one.
Palette bring(const Palette& palette, std::span<const Rgb> given);
/// The same for each colour of a picture, instead of a mean shift and the steps before.
Palette send(const ColorSet& colors, std::span<const Rgb> given);

/// "Edits" of what the colours of a picture became. Adds notes on those whose colours it does not have.
Palette edit(const Palette& palette, const ColorIndex& index, std::span<const Edit> joins,
             std::span<const Edit> recolors);

}
