#pragma once

#include "base/progress.h"

#include <cstdint>
#include <span>
#include <vector>

namespace huedrift {

/// Sorts the indices of fewer than 2^32 weights: heaviest first, equal ones by index. Throws
/// Error(cancelled).
std::vector<std::uint32_t> heaviest_first(std::span<const std::uint64_t> weights,
                                          const Progress& progress = {});

}
