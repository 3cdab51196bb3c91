#pragma once

#include <cstdint>

namespace huedrift {

/// floor((2 sum + weight) / (2 weight)): sum / weight rounded half up, for sums of either sign. weight > 0,
/// 2 |sum| + weight < 2^63.
constexpr std::int64_t round_half_up(std::int64_t sum, std::int64_t weight) {
    const std::int64_t numerator = 2 * sum + weight, denominator = 2 * weight;
    return numerator / denominator - (numerator % denominator < 0);
}

}
