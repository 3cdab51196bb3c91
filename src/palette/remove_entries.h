#pragma once

#include "base/progress.h"
#include "palette/join_by_error.h"
#include "palette/palette.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace huedrift {

/// "Colours of a set" of docs/definition.md: until `count` entries are left, or only pinned ones, removes the
/// entry whose colours are the least farther from their next nearest; of equals the last. `count` is at least
/// 1, and the sum of the colours' weights at most 2^37. Returns the indices of the entries left, ascending.
/// Takes time proportional to the number of colours times that of entries, or a little more. Throws
/// Error(cancelled).
std::vector<std::uint32_t> remove_entries(std::span<const PaletteEntry> entries,
                                          std::span<const JoinedColor> colors, std::size_t count,
                                          const Progress& progress);

}
