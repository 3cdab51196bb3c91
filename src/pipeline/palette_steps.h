#pragma once

#include "palette/join_by_error.h"
#include "palette/palette.h"
#include "pipeline/color_lists.h"
#include "reduction/color_tree.h"
#include "reduction/pins.h"

namespace huedrift {

// The steps on a palette, in the order in which they are done; each is a section of docs/definition.md.

/// "Small shares": entries with fewer than `per_cent` of the pixels join the nearest that has more.
Palette join_small(const Palette& palette, double per_cent);

/// "Number of colours" by error: the joins that every count is a prefix of.
JoinSequence order_joins(const Palette& palette, const Progress& progress);
/// Those that leave `count` entries, or all if there are fewer. Adds a note if more are pinned.
Palette join_by_error(const Palette& palette, const JoinSequence& joins, std::uint32_t count);
/// "Number of colours" by distance: the two nearest entries join until `count` are left. The same note.
Palette join_by_distance(const Palette& palette, std::uint32_t count, Weighting weighting);

/// The colours that entries settle on.
struct SettledColors {
    const ColorSet& all;
    const PinnedColors* pinned; ///< null: there are no pins
    const ColorTree& free;      ///< those that no pin takes
};
/// "Settle". With Assign::nearest each colour that no pin takes then has the entry nearest to it, also after
/// 0 steps. Throws Error(cancelled).
Palette settle(const Palette& palette, const SettledColors& colors, Assign assign, std::uint32_t steps,
               const Progress& progress);

/// "Palette in": each entry becomes the nearest of `given`, which has at least one.
Palette bring(const Palette& palette, std::span<const Rgb> given);
/// The same for each colour of a picture, instead of a mean shift and the steps before.
Palette send(const ColorSet& colors, std::span<const Rgb> given);

/// "Edits" of what the colours of a picture became. Adds notes on those whose colours it does not have.
Palette edit(const Palette& palette, const ColorIndex& index, std::span<const Edit> joins,
             std::span<const Edit> recolors);

}
