#pragma once

#include "pipeline/reduced.h"

#include <optional>

namespace huedrift {

enum class Bound { at_most, at_least };

/// How many colours a palette should have.
struct ColorLimit {
    std::size_t count = 1; ///< >= 1
    Bound bound = Bound::at_most;
};

/// The number of colours that a radius leaves, exact or estimated.
using CountAt = std::function<std::size_t(double radius, Progress& progress)>;

/// The reduction at a radius that leaves at most `limit.count` colours, and as many as can be found: bisects
/// the six-digit radii between 2^-24 and sqrt 3 in ratio, towards larger ones while there are too many
/// colours, until the limit is met or no radius lies between. As the count may rise with the radius here and
/// there, the radius tried with most colours within the limit wins, of equals the smallest. For palettes of
/// at least so many colours, the reverse: the radius tried with the fewest wins, of equals the smallest; if
/// none leaves so many, as above. Throws Error(usage) when the limit is 0, and Error(failed) when even the
/// largest radius leaves more colours than allowed, which takes an iteration limit or pins.
std::shared_ptr<const Reduced> radius_for_colors(const ReduceAt& reduce_at, ColorLimit limit,
                                                 Progress& progress);

/// The same for colours whose reduction takes seconds: tries the radius that `estimate_at` suggests, then
/// those that it suggests once its error at the last one is taken into account, until the limit is bracketed;
/// then interpolates. It ends when the limit is met to 1/16, rounded, or the radius is known to 1/100, or
/// after the fourth try if it is bracketed.
std::shared_ptr<const Reduced> radius_for_colors(const ReduceAt& reduce_at, const CountAt& estimate_at,
                                                 ColorLimit limit, Progress& progress);

enum class Direction { down, up };

/// The next radius in a direction from `start` at which `count_at` changes, to `precision`, a ratio above 1:
/// takes ever larger steps until the number differs, then bisects. Changes that reverse within one step are
/// missed. None if there is no such radius between 2^-24 and sqrt 3.
std::optional<double> next_count_change(const CountAt& count_at, double start, Direction direction,
                                        double precision, Progress& progress);

}
