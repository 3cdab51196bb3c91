#pragma once

#include "base/progress.h"
#include "palette/palette.h"

namespace huedrift {

/// "Small shares" of docs/definition.md: joins each entry with fewer than `share` (0 to 1) of all pixels to
/// the nearest entry with more; pinned ones stay. The entries ascend by colour. Returns for each the index of
/// the entry that it became. Throws Error(cancelled).
std::vector<std::uint32_t> join_small_shares(std::span<const PaletteEntry> entries, double share,
                                             const Progress& progress);

}
