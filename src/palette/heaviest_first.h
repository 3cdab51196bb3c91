#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace huedrift {

/// Sorts the indices of fewer than 2^32 weights: heaviest first, equal ones by index.
std::vector<std::uint32_t> heaviest_first(std::span<const std::uint64_t> weights);

}
