#pragma once

#include "color/position.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace huedrift {

/// How far errors may reach beyond the distance of a colour from its entry, in units: 0.02.
inline constexpr std::int32_t reach_beyond = 335544;
/// How far errors may reach in Oklab at all: 0.5, for which NearestInCell has room.
inline constexpr std::int32_t max_reach = units_per_one / 2;

/// The square root, rounded down. Exact below 2^52.
inline std::uint32_t root_of(std::int64_t square) {
    return static_cast<std::uint32_t>(std::sqrt(static_cast<double>(square)));
}

/// "Reach" of docs/definition.md, in units, for a colour at this distance from its entry.
inline std::int32_t reach_of(std::uint32_t distance) {
    return static_cast<std::int32_t>(
        std::min(3 * std::int64_t{distance} / 2 + reach_beyond, std::int64_t{max_reach}));
}

}
