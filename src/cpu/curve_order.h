#pragma once

#include "color/morton.h"
#include "color/position.h"

#include <algorithm>
#include <cstdint>

namespace huedrift {

/// Sort keys that put states in Morton order: 39 bits of the curve (13 per axis, cells of 2^-13) above a
/// state's index, so that keys are distinct and a plain sort of integers carries the indices along.
namespace curve_order {

inline constexpr int number_bits = 24;
inline constexpr std::uint64_t number_mask = (1u << number_bits) - 1;

constexpr std::uint64_t key(const Position& p, std::uint32_t number) {
    constexpr std::int32_t half = units_per_one / 2;
    const auto cell = [](std::int32_t coordinate) {
        return static_cast<std::uint32_t>(std::clamp(coordinate >> 11, 0, (1 << 13) - 1));
    };
    return morton_code(cell(p.l), cell(p.a + half), cell(p.b + half)) << number_bits | number;
}

constexpr std::uint32_t number(std::uint64_t key) { return static_cast<std::uint32_t>(key & number_mask); }

}

}
