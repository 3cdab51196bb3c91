#pragma once

#include "base/parallel.h"
#include "palette/nearest_in_cell.h"
#include "reduction/color_set.h"

#include <algorithm>
#include <cmath>

namespace huedrift {

/// How far errors may reach beyond the distance of a colour from its entry, in units: 0.02.
inline constexpr std::int32_t reach_beyond = 335544;
/// How far errors may reach in Oklab at all: 0.5, for which NearestInCell has room.
inline constexpr std::int32_t farthest = units_per_one / 2;

/// The square root, rounded down. Exact below 2^52.
inline std::uint32_t root_of(std::int64_t square) {
    return static_cast<std::uint32_t>(std::sqrt(static_cast<double>(square)));
}

/// "Reach" of docs/definition.md, in units, for a colour that is so far from its entry.
inline std::int32_t reach_of(std::uint32_t distance) {
    return static_cast<std::int32_t>(
        std::min(3 * std::int64_t{distance} / 2 + reach_beyond, std::int64_t{farthest}));
}

/// Calls `found` with the number of each source colour and that of the entry nearest to it, on all threads.
/// `place` moves positions to where the entries are. Throws Error(cancelled).
template <class Place, class Found>
void each_matched(const ColorSet& colors, std::span<const Position> entries, const Place& place,
                  const Progress& progress, const Found& found) {
    parallel_ranges(colors.size(), 1 << 13, [&](std::size_t begin, std::size_t end) {
        NearestInCell nearest(entries, progress);
        for (std::size_t i = begin; i < end; ++i) {
            if (i % 4096 == 0) progress.throw_if_cancelled();
            found(i, nearest(place(colors.positions()[i])));
        }
    });
}

}
