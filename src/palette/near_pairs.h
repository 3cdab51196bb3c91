#pragma once

#include "base/progress.h"
#include "color/bounding_box.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace huedrift {

/// The position of a colour.
struct Place {
    Position position;
    std::uint32_t index;
    bool pinned = false;
};

/// The indices of two colours. Sorts by distance, then by index.
struct alignas(16) Pair {
    std::uint64_t indices, squared_distance;

    std::uint32_t first() const { return static_cast<std::uint32_t>(indices >> 32); }
    std::uint32_t second() const { return static_cast<std::uint32_t>(indices); }
};

/// All pairs at most `reach` apart, sorted, except pairs of two pinned colours; none if there are more than
/// `max`. Takes time linear in places and pairs: each place looks into the cells around it. Throws
/// Error(cancelled).
std::optional<std::vector<Pair>> near_pairs(std::span<const Place> places, double reach, std::size_t max,
                                            const Progress& progress);

}
