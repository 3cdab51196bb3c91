#pragma once

#include "base/progress.h"
#include "reduction/color_tree.h"

#include <cstdint>
#include <span>
#include <vector>

namespace huedrift {

/// The most steps of "Settle" in docs/definition.md.
inline constexpr std::uint32_t max_settle_steps = 64;

/// Palette entries that colours take.
struct SettledPalette {
    std::vector<Rgb> entries;            ///< those that a colour takes, in the order in which they were given
    std::vector<std::uint32_t> entry_of; ///< per colour of the set, an index into the entries
};

/// "Settle" with Assign::nearest (Lloyd, "Least squares quantization in PCM", 1982): in each of `steps`
/// steps, or until none moves, each entry but pinned ones becomes the colour at the mean of the colours
/// nearest to it; then each colour takes the nearest. With colours there must be an entry, `pinned` is per
/// entry. Throws Error(cancelled).
SettledPalette settle_nearest(const ColorTree& colors, std::vector<Rgb> entries,
                              const std::vector<bool>& pinned, std::uint32_t steps, const Progress& progress);

/// "Settle" with Assign::basin: with any steps each entry but pinned ones becomes the colour at the mean of
/// the colours that take it, and they stay with it. `entry_of` is per colour, an index into the entries, and
/// `counts` its weight, which may be 0; an entry without weight stays. Throws Error(cancelled).
SettledPalette settle_basin(const ColorSet& colors, std::span<const std::uint32_t> counts,
                            std::vector<Rgb> entries, const std::vector<bool>& pinned,
                            std::vector<std::uint32_t> entry_of, std::uint32_t steps,
                            const Progress& progress = {});

}
