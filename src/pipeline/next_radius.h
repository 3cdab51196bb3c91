#pragma once

#include "base/progress.h"

#include <functional>
#include <optional>

namespace huedrift {

/// No radius below 2^-24 draws colours together; both are rounded inwards to six digits.
inline constexpr double lowest_radius = 5.96047e-8, highest_radius = 1.73205;

/// The number of colours that a radius leaves, exact or estimated.
using CountAt = std::function<std::size_t(double radius, Progress& progress)>;

enum class Direction { down, up };

/// The next radius from `start` in a direction at which `count_at` changes, to `precision`, a ratio above 1.
/// Takes ever larger steps until the count differs, then bisects; misses changes that reverse within one
/// step. None if there is no such radius between 2^-24 and sqrt 3.
std::optional<double> next_count_change(const CountAt& count_at, double start, Direction direction,
                                        double precision, Progress& progress);

}
