#pragma once

#include "base/progress.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace huedrift {

/// Calls `body(i)` for each i below `count`. Throws Error(cancelled) soon after `progress` is cancelled.
template <class Body>
void each_index(std::size_t count, const Progress& progress, Body&& body) {
    constexpr std::size_t at_once = std::size_t{1} << 16;
    for (std::size_t begin = 0; begin < count; begin += at_once) {
        progress.throw_if_cancelled();
        for (std::size_t i = begin; i < std::min(begin + at_once, count); ++i) body(i);
    }
}

/// `count` zeros. Throws Error(cancelled) soon after `progress` is cancelled: the system needs a second for a
/// few gigabytes.
template <class Value>
std::vector<Value> zeros(std::size_t count, const Progress& progress) {
    constexpr std::size_t at_once = std::size_t{1} << 20;
    std::vector<Value> values;
    values.reserve(count);
    while (values.size() < count) {
        progress.throw_if_cancelled();
        values.resize(std::min(values.size() + at_once, count));
    }
    return values;
}

}
