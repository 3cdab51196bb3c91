#pragma once

#include "color/position.h"
#include "palette/swatch.h"

#include <span>
#include <vector>

namespace huedrift {

/// "Small shares" of docs/definition.md: colours with fewer than `share` (0 to 1) of all pixels join the
/// nearest that has more. `positions` and `pinned` are per colour of `colors`, which ascend by code; pinned
/// ones stay. Returns for each colour the index of the one that it became.
std::vector<std::uint32_t> join_small_shares(std::span<const Swatch> colors,
                                             std::span<const Position> positions,
                                             const std::vector<bool>& pinned, double share);

}
