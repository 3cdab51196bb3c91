#pragma once

#include "base/parallel.h"
#include "palette/nearest_in_cell.h"
#include "reduction/color_set.h"

#include <vector>

namespace huedrift {

/// Calls `found` with the number of each source colour and that of the entry nearest to it, on all threads.
/// `place` is where a colour lies among the entries, by its number. Throws Error(cancelled).
template <class Entry, class Place, class Found>
void each_matched(const ColorSet& colors, const std::vector<Entry>& entries, const Place& place,
                  const Progress& progress, const Found& found) {
    parallel_ranges(colors.size(), 1 << 13, [&](std::size_t begin, std::size_t end) {
        NearestInCell nearest(entries, progress);
        for (std::size_t i = begin; i < end; ++i) {
            if (i % 4096 == 0) progress.throw_if_cancelled();
            found(i, nearest(place(i)));
        }
    });
}

}
