#pragma once

#include "color/rgb.h"

#include <cstdint>

namespace huedrift {

/// "Mixture" of docs/definition.md: whether a soft edge between the colours x and y may have the colour q.
/// The angle x q y has a cosine of at most -3/5, about 127 degrees, so that q lies in a lens between x and y
/// that is half as wide as it is long. Mixtures by code values lie on its axis, mixtures by light inside it.
constexpr bool is_mixture(Rgb q, Rgb x, Rgb y) {
    const auto product = [q](Rgb to, Rgb other) {
        return std::int64_t{(to.r - q.r) * (other.r - q.r)} + (to.g - q.g) * (other.g - q.g) +
               (to.b - q.b) * (other.b - q.b);
    };
    const std::int64_t both = product(x, y);
    return both <= 0 && 25 * both * both >= 9 * product(x, x) * product(y, y);
}

}
