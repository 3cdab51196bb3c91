#pragma once

#include "base/progress.h"
#include "palette/join_by_error.h"
#include "palette/palette.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace huedrift {

/// Joins each entry with fewer than `enough` of these pixels to the nearest with enough, of equally near ones
/// to that with more pixels, then to the first; pinned ones stay, and none joins an exclusive one. If no
/// other has enough, the one with most has. Returns for each entry the index of that which it became. Throws
/// Error(cancelled).
std::vector<std::uint32_t> join_rare(std::span<const PaletteEntry> entries,
                                     std::span<const std::uint64_t> pixels, std::uint64_t enough,
                                     const Progress& progress);

/// "Small shares" of docs/definition.md: join_rare() of entries that have fewer than `share` (0 to 1) of all
/// pixels. The entries ascend by colour.
std::vector<std::uint32_t> join_small_shares(std::span<const PaletteEntry> entries, double share,
                                             const Progress& progress);

/// "Colours of a set" of docs/definition.md: until `count` entries are left, or only pinned ones, removes the
/// entry whose colours are the least farther from their next nearest; of equals the last. `count` is at least
/// 1, and the sum of the colours' weights at most 2^37. Returns the indices of the entries left, ascending.
/// Takes time proportional to the number of colours times that of entries, or a little more. Throws
/// Error(cancelled).
std::vector<std::uint32_t> remove_entries(std::span<const PaletteEntry> entries,
                                          std::span<const JoinedColor> colors, std::size_t count,
                                          const Progress& progress);

}
