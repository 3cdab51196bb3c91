#pragma once

#include "color/bounding_box.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace huedrift {

/// Where one of several colours lies.
struct Place {
    Position position;
    std::uint32_t index;
    bool pinned = false;
};

/// Two of them, by index; pairs of a less distance first, then those of lower indices.
struct alignas(16) Pair {
    std::uint64_t indices, squared_distance;

    std::uint32_t first() const { return static_cast<std::uint32_t>(indices >> 32); }
    std::uint32_t second() const { return static_cast<std::uint32_t>(indices); }
};

/// All pairs not farther apart than `reach`, sorted, but those of two pinned ones; none where there are more
/// than `max`. Linear in places and pairs: each looks into the cells around it.
std::optional<std::vector<Pair>> near_pairs(std::span<const Place> places, double reach, std::size_t max);

}
