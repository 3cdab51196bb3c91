#pragma once

#include "base/sort_parts.h"

#include <hwy/contrib/sort/vqsort.h>
#include <vector>

namespace huedrift {

/// Sorts numbers of 64 or 128 bits, ascending. Throws Error(cancelled).
template <class Key>
void sort_keys(std::vector<Key>& keys, const Progress& progress) {
    sort_parts(
        std::span(keys), [](const Key& one, const Key& other) { return one < other; }, progress,
        [](std::span<Key> part) { hwy::Sorter()(part.data(), part.size(), hwy::SortAscending()); });
}

}
