#pragma once

#include "color/light.h"
#include "palette/join_by_error.h"
#include "palette/palette.h"
#include "pipeline/recipe.h"
#include "reduction/color_tree.h"
#include "reduction/pins.h"

namespace huedrift {

// The steps on a palette in their order; each is a section of docs/definition.md. Those with a Progress throw
// Error(cancelled).

/// "Many entries": unites those in the same of at most max_united_entries boxes.
Palette unite(const Palette& palette, const Progress& progress);

/// "Small shares": joins each entry with fewer than `per_cent` of the pixels to the nearest entry with more.
Palette join_small(const Palette& palette, double per_cent, const Progress& progress);

/// "Soft edges": joins each entry of fewer inner pixels than a line or area has to the nearest that has them.
/// `inner` has the inner pixels of each source colour, which alone count in later steps.
Palette ignore_soft_edges(const Palette& palette, std::vector<std::uint32_t> inner, const Progress& progress);

/// The largest number of colours that an error chooses, and that begins with the fewest cells.
inline constexpr std::uint32_t max_colors_of_cells = 1 << 12;
/// "Cells": the most parts that join to this number of colours.
constexpr std::size_t max_parts_for(std::uint32_t count) {
    return count <= max_colors_of_cells ? max_join_cells : max_united_entries;
}
/// "Number of colours" by error: the sequence of joins of at most so many parts; every number of colours is a
/// prefix of it. `weights` has that of each source colour.
JoinSequence order_joins(const Palette& palette, std::span<const std::uint32_t> weights,
                         std::size_t max_parts, const Progress& progress);
/// Makes the joins that leave `count` entries. Adds a note if more entries are pinned.
Palette join_by_error(const Palette& palette, const JoinSequence& joins, std::uint32_t count,
                      const Progress& progress = {});
/// "Number of colours" by distance: joins the two nearest entries until `count` are left. Adds a note if more
/// entries are pinned.
Palette join_by_distance(const Palette& palette, std::uint32_t count, Weighting weighting,
                         const Progress& progress);

/// The colours that settle the entries.
struct SettledColors {
    const ColorSet& all;
    const PinnedColors* pinned;             ///< null without pins
    const ColorTree& free;                  ///< colours that no pin takes, with their weights
    std::span<const std::uint32_t> weights; ///< of all
};
/// "Settle". With Assign::nearest, every colour that no pin takes ends in its nearest entry, even after 0
/// steps.
Palette settle(const Palette& palette, const SettledColors& colors, Assign assign, std::uint32_t steps,
               const Progress& progress);

/// "Snapping": gives entries the colours that the picture has most often in their place.
Palette snap(const Palette& palette, const ColorSet& colors, const Progress& progress = {});

/// "Ink range": the palette with each entry at the position that stands for its colour.
Palette within_range(Palette palette, const InkRange& range, const Progress& progress);
/// "Mapping to a palette" and "Levels": maps each entry to the nearest of `given`, which has at least one
/// colour.
Palette map_entries(const Palette& palette, std::span<const Rgb> given, const Progress& progress);
/// "Levels": maps colours to these levels, unless they are off.
std::vector<Rgb> at_levels(std::vector<Rgb> colors, Levels levels, Transfer transfer);
/// "Mapping to a palette" without a mean shift: a sentence that counts the colours that `given` lacks and
/// names the first by code; empty if it has all.
std::string colors_beyond(const ColorSet& colors, std::span<const Rgb> given);
/// "Mapping to a palette" without a mean shift: maps each colour of a picture to the nearest of `given`.
/// `range`: none, or that of `given`.
Palette map_colors(const ColorSet& colors, std::span<const Rgb> given, const std::optional<InkRange>& range,
                   const Progress& progress);

/// "Colours of a set": maps each entry to the nearest of the best `count` colours of `set`. Candidates are
/// the colours to which map_entries() maps `reached`, which is the palette itself or has fewer entries; their
/// number is the result's colors_found. Adds a note if more of them are nearest to pins.
Palette select_colors(const Palette& palette, const Palette& reached, std::span<const Rgb> set,
                      std::uint32_t count, std::span<const Pin> pins, const Progress& progress);

/// "Importance": gives each colour of `whole` that is none of `counted`, the colours of the palette, its
/// nearest entry, which is found as that of a set or by six coordinates.
Palette with_uncounted(const Palette& palette, const ColorSet& counted, const ColorSet& whole, bool is_set,
                       const std::optional<InkRange>& range, const Progress& progress);

/// "Edits": changes what source colours became. Adds notes on edits of colours that the picture does not
/// have.
Palette edit(const Palette& palette, const ColorIndex& index, std::span<const Edit> joins,
             std::span<const Edit> recolors, const Progress& progress = {});
/// Each colour of the palette before edits with its colour after them, those of most pixels first.
std::vector<EditedColor> edited_colors(const Palette& before, const Palette& after);

}
