#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace huedrift {

/// The indices of weights, the heaviest first, then the first. Fewer than 2^32 weights.
std::vector<std::uint32_t> heaviest_first(std::span<const std::uint64_t> weights);

}
