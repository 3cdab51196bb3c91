#pragma once

#include "pipeline/reduced.h"

#include <optional>

namespace huedrift {

/// No radius below 2^-24 draws colours together; rounded inwards to six digits.
inline constexpr double lowest_radius = 5.96047e-8;

enum class Bound { at_most, at_least };

/// The number of colours that a palette should have.
struct ColorLimit {
    std::size_t count = 1; ///< >= 1
    Bound bound = Bound::at_most;
};

/// The number of colours that a radius leaves, exact or estimated.
using CountAt = std::function<std::size_t(double radius, Progress& progress)>;

/// The reduction with as many colours as can be found, at most `limit.count`. Bisects the six-digit radii
/// between 2^-24 and sqrt 3 in ratio, towards larger ones while there are too many colours, until the limit
/// is met or no radius lies between. The count may rise with the radius here and there, so the best of all
/// radii tried wins: the most colours within the limit, then the smallest radius. A lower limit reverses
/// this: the fewest colours of at least that many, then the smallest radius; if no radius leaves that many,
/// as above. Throws Error(usage) when the limit is 0, and Error(failed) when even the largest radius leaves
/// too many colours, which takes an iteration limit or pins.
std::shared_ptr<const Reduced> radius_for_colors(const ReduceAt& reduce_at, ColorLimit limit,
                                                 Progress& progress);

/// The same search for colours whose reduction takes seconds. Tries the radius that `estimate_at` suggests,
/// then corrects the estimates by their error at the last try until the limit is bracketed, and interpolates
/// from there. Ends when the limit is met to 1/16, rounded, when the radius is known to 1/100, or after the
/// fourth try if the limit is bracketed.
std::shared_ptr<const Reduced> radius_for_colors(const ReduceAt& reduce_at, const CountAt& estimate_at,
                                                 ColorLimit limit, Progress& progress);

enum class Direction { down, up };

/// The next radius from `start` in a direction at which `count_at` changes, to `precision`, a ratio above 1.
/// Takes ever larger steps until the count differs, then bisects; misses changes that reverse within one
/// step. None if there is no such radius between 2^-24 and sqrt 3.
std::optional<double> next_count_change(const CountAt& count_at, double start, Direction direction,
                                        double precision, Progress& progress);

}
