#pragma once

#include "pipeline/reduced.h"

namespace huedrift {

// Changes to a palette once it is found, each a section of docs/definition.md. The recipe of the result
// includes them.

/// "Small shares": colours with fewer than `per_cent` of the pixels join the nearest that has more.
Reduced join_small(const Reduced& found, double per_cent);

/// "Exactly N": the two nearest colours join until `count` are left. Adds a note if there are fewer.
Reduced join_colors(const Reduced& found, std::uint32_t count);

/// "Palette in": each colour becomes the nearest of `palette`, which has at least one.
Reduced bring(const Reduced& found, std::span<const Rgb> palette);
/// The same for each colour of the source, by a recipe with `directly` and without edits.
Reduced send(const std::shared_ptr<const Picture>& source, const Recipe& recipe);

/// "Edits". Adds notes on those whose colours the picture does not have.
Reduced edit(const Reduced& found, std::span<const Edit> joins, std::span<const Edit> recolors);

}
