#pragma once

#include "base/sort_parts.h"

#include <cstdint>
#include <functional>
#include <hwy/contrib/sort/vqsort.h>
#include <vector>

namespace huedrift {

/// Sorts numbers, ascending. Throws Error(cancelled).
inline void sort_keys(std::vector<std::uint64_t>& keys, const Progress& progress) {
    sort_parts(std::span(keys), std::less<>(), progress, [](std::span<std::uint64_t> part) {
        hwy::Sorter()(part.data(), part.size(), hwy::SortAscending());
    });
}

}
