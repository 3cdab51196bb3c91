#pragma once

#include "palette/palette.h"

namespace huedrift {

/// "Small shares" of docs/definition.md: entries with fewer than `share` (0 to 1) of all pixels join the
/// nearest that has more; pinned ones stay. The entries ascend by colour. Returns for each the index of the
/// one that it became.
std::vector<std::uint32_t> join_small_shares(std::span<const PaletteEntry> entries, double share);

}
