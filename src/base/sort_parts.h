#pragma once

#include "base/parallel.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <utility>

namespace huedrift {

/// Sorts by `less`, not stably, on all threads. Divides the keys until parts are short enough for
/// `sort(part)`, which then sorts each (Hoare, "Quicksort", 1962). Throws Error(cancelled).
template <class Key, class Less, class Sort>
void sort_parts(std::span<Key> keys, const Less& less, const Progress& progress, const Sort& sort,
                std::size_t short_part = std::size_t{1} << 18) {
    constexpr std::size_t samples = 127, swaps_at_once = std::size_t{1} << 18;
    progress.throw_if_cancelled();
    if (keys.size() <= short_part) return sort(keys);
    std::array<Key, samples> sample;
    for (std::size_t i = 0; i < samples; ++i) sample[i] = keys[i * (keys.size() / samples)];
    std::ranges::nth_element(sample, sample.begin() + samples / 2, less);
    const Key pivot = sample[samples / 2];
    /// Moves the keys of the first part to the front; returns their number.
    const auto divide = [&](const auto& is_first) {
        std::size_t begin = 0, end = keys.size();
        for (std::size_t swaps = 0;; ++swaps, ++begin) {
            if (swaps % swaps_at_once == 0) progress.throw_if_cancelled();
            while (begin < end && is_first(keys[begin])) ++begin;
            while (begin < end && !is_first(keys[end - 1])) --end;
            if (begin >= end) return begin;
            std::swap(keys[begin], keys[--end]);
        }
    };
    const std::size_t lower = divide([&](const Key& key) { return less(key, pivot); });
    if (lower == 0) { // the pivot is the least key, which may occur often
        const std::size_t equal = divide([&](const Key& key) { return !less(pivot, key); });
        return sort_parts(keys.subspan(equal), less, progress, sort, short_part);
    }
    parallel_both([&] { sort_parts(keys.first(lower), less, progress, sort, short_part); },
                  [&] { sort_parts(keys.subspan(lower), less, progress, sort, short_part); });
}

}
