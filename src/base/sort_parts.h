#pragma once

#include "base/parallel.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <span>
#include <utility>

namespace huedrift {

/// Moves the keys of the first part to the front; returns their number. Throws Error(cancelled).
template <class Key, class IsFirst>
std::size_t divide_keys(std::span<Key> keys, const IsFirst& is_first, const Progress& progress) {
    constexpr std::size_t swaps_at_once = std::size_t{1} << 18;
    std::size_t begin = 0, end = keys.size();
    for (std::size_t swaps = 0;; ++swaps, ++begin) {
        if (swaps % swaps_at_once == 0) progress.throw_if_cancelled();
        while (begin < end && is_first(keys[begin])) ++begin;
        while (begin < end && !is_first(keys[end - 1])) --end;
        if (begin >= end) return begin;
        std::swap(keys[begin], keys[--end]);
    }
}

/// The median of 127 of the keys, of which there must be as many.
template <class Key, class Less>
Key middle_of_sample(std::span<const Key> keys, const Less& less) {
    assert(keys.size() >= 127);
    std::array<Key, 127> sample;
    for (std::size_t i = 0; i < sample.size(); ++i) sample[i] = keys[i * (keys.size() / sample.size())];
    std::ranges::nth_element(sample, sample.begin() + sample.size() / 2, less);
    return sample[sample.size() / 2];
}

/// Sorts by `less`, not stably, on all threads. Divides the keys until parts are short enough for
/// `sort(part)`, which then sorts each (Hoare, "Quicksort", 1962). Throws Error(cancelled).
template <class Key, class Less, class Sort>
void sort_parts(std::span<Key> keys, const Less& less, const Progress& progress, const Sort& sort,
                std::size_t short_part = std::size_t{1} << 18) {
    assert(short_part >= 126); // longer parts have a sample
    progress.throw_if_cancelled();
    if (keys.size() <= short_part) return sort(keys);
    const Key pivot = middle_of_sample<Key>(keys, less);
    const auto is_lower = [&](const Key& key) { return less(key, pivot); };
    const std::size_t lower = divide_keys(keys, is_lower, progress);
    if (lower == 0) { // the pivot is the least key, which may occur often
        const auto is_equal = [&](const Key& key) { return !less(pivot, key); };
        const std::size_t equal = divide_keys(keys, is_equal, progress);
        return sort_parts(keys.subspan(equal), less, progress, sort, short_part);
    }
    parallel_both([&] { sort_parts(keys.first(lower), less, progress, sort, short_part); },
                  [&] { sort_parts(keys.subspan(lower), less, progress, sort, short_part); });
}

/// The same with std::sort for the parts.
template <class Key, class Less>
void sort_parts(std::span<Key> keys, const Less& less, const Progress& progress) {
    constexpr std::size_t short_part = std::size_t{1} << 14;
    const auto sort = [&](std::span<Key> part) { std::ranges::sort(part, less); };
    sort_parts(keys, less, progress, sort, short_part);
}

/// As std::nth_element for keys[nth] (Hoare, "Find", 1961). Throws Error(cancelled).
template <class Key, class Less>
void select_key(std::span<Key> keys, std::size_t nth, const Less& less, const Progress& progress,
                std::size_t short_part = std::size_t{1} << 18) {
    assert(nth < keys.size() && short_part >= 126);
    while (keys.size() > short_part) {
        const Key pivot = middle_of_sample<Key>(keys, less);
        const auto is_lower = [&](const Key& key) { return less(key, pivot); };
        const std::size_t lower = divide_keys(keys, is_lower, progress);
        if (nth < lower) {
            keys = keys.first(lower);
            continue;
        }
        keys = keys.subspan(lower);
        nth -= lower;
        if (lower > 0) continue;
        const auto is_equal = [&](const Key& key) { return !less(pivot, key); };
        const std::size_t equal = divide_keys(keys, is_equal, progress);
        if (nth < equal) return;
        keys = keys.subspan(equal);
        nth -= equal;
    }
    std::ranges::nth_element(keys, keys.begin() + static_cast<std::ptrdiff_t>(nth), less);
}

}
