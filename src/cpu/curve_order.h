#pragma once

#include "color/position.h"

#include <algorithm>
#include <cstdint>

namespace huedrift {

/// Sort keys that put states in Morton order: 39 bits of the curve (13 per axis, cells of 2^-13) above a
/// state's number, so that keys are distinct and a plain sort of integers moves the states' numbers along.
namespace curve_order {

inline constexpr int number_bits = 24;
inline constexpr std::uint64_t number_mask = (1u << number_bits) - 1;

/// Two zero bits behind each of the 13 lowest bits.
constexpr std::uint64_t spread(std::uint64_t x) {
    x = (x | x << 16) & 0x0000ff0000ffull;
    x = (x | x << 8) & 0x00f00f00f00full;
    x = (x | x << 4) & 0x0c30c30c30c3ull;
    x = (x | x << 2) & 0x249249249249ull;
    return x;
}

constexpr std::uint64_t key(const Position& p, std::uint32_t number) {
    constexpr std::int32_t half = units_per_one / 2;
    const auto cell = [](std::int32_t coordinate) {
        return static_cast<std::uint64_t>(std::clamp(coordinate >> 11, 0, (1 << 13) - 1));
    };
    const std::uint64_t morton =
        spread(cell(p.l)) << 2 | spread(cell(p.a + half)) << 1 | spread(cell(p.b + half));
    return morton << number_bits | number;
}

constexpr std::uint32_t number(std::uint64_t key) { return static_cast<std::uint32_t>(key & number_mask); }

}

}
