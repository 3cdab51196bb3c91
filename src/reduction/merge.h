#pragma once

#include "base/progress.h"
#include "color/position.h"
#include "reduction/options.h"
#include "reduction/reduction.h"

namespace huedrift {

/// Merges the modes of a mean shift into palette entries and assigns the colours to them, by `options`.
/// `heights` has h of docs/definition.md for each mode. The last step of an engine that has followed every
/// colour. Throws Error(cancelled).
Reduction merge_and_assign(Reduction reduction, const ColorSet& colors, std::span<const Height> heights,
                           const Options& options, const Progress& progress);

/// The reduction in which every colour takes its `entry_of`, or with Assign::nearest the entry nearest to it,
/// the first of several. Throws Error(cancelled).
Reduction assign(const ColorSet& colors, std::span<const Position> entries,
                 std::vector<std::uint32_t> entry_of, Assign assign, const Progress& progress);

}
