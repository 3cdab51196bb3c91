#pragma once

#include "color/oklab.h"
#include "color/rgb.h"
#include "color/transfer.h"

#include <array>
#include <compare>
#include <cstdint>

namespace huedrift {

/// Units per 1.0 of Oklab: a position is an Oklab colour rounded to multiples of 2^-24.
inline constexpr std::int32_t units_per_one = 1 << 24;

/// A point of Oklab in units. l is in [0, 2^24], a and b are within +-2^23.
struct Position {
    std::int32_t l = 0, a = 0, b = 0;

    friend constexpr auto operator<=>(const Position&, const Position&) = default;
};

/// The coordinates, indexed by axis.
constexpr std::array<std::int32_t, 3> coordinates(const Position& p) { return {p.l, p.a, p.b}; }

/// |p - q|^2 in squared units; at most 3 * 2^50, so it cannot overflow.
constexpr std::int64_t squared_distance(const Position& p, const Position& q) {
    const std::int64_t l = std::int64_t{p.l} - q.l, a = std::int64_t{p.a} - q.a, b = std::int64_t{p.b} - q.b;
    return l * l + a * a + b * b;
}

/// A position for matching colours to a given palette: a and b count twice ("A palette to go to" of
/// docs/definition.md).
constexpr Position stretched(const Position& p) { return {p.l, 2 * p.a, 2 * p.b}; }

/// p(c) of docs/definition.md: the position of a colour, computed in double from tables and rounded to the
/// nearest unit.
class PositionTable {
public:
    explicit PositionTable(Transfer transfer) : linear_(decode_table(transfer)) {}
    Position operator()(Rgb color) const;

private:
    std::array<double, 256> linear_;
};

Oklab oklab_from_position(const Position& position);

/// p^-1: the 8-bit colour at a position; outside the gamut each channel is clamped.
Rgb color_at(const Position& position, Transfer transfer);

}
