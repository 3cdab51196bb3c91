#pragma once

#include "pipeline/reduced.h"

#include <optional>

namespace huedrift {

enum class Bound { at_most, at_least };

/// How many colours a palette is asked to have.
struct ColorLimit {
    std::size_t count = 1; ///< >= 1
    Bound bound = Bound::at_most;
};

/// The number of colours that a radius leaves: exactly, or about.
using CountAt = std::function<std::size_t(double radius, Progress& progress)>;

/// What is left of colours by the radius for a palette of at most `limit.count`, and as many of them as can
/// be found: bisects the radii of six digits between 2^-24 and sqrt 3 in ratio, towards larger ones while
/// there are too many colours, until the limit is met or no radius lies between. The count may rise with the
/// radius here and there, so of all radii tried the one with most colours within the limit is taken, of
/// equals the smallest.
/// Of palettes with at least so many colours it is the other way round: of all radii tried the one with the
/// fewest, of equals the smallest; where none leaves so many, what it is otherwise.
/// Throws Error(usage) when the limit is 0, and Error(failed) when even the largest radius leaves more than
/// at most the limit, which needs an iteration limit.
std::shared_ptr<const Reduced> radius_for_colors(const ReduceAt& reduce_at, ColorLimit limit,
                                                 Progress& progress);

/// The same for colours of which one reduction takes seconds: tries the radius that `estimate_at` suggests,
/// goes on by the power of the radius with which estimates fall until the limit is between two radii, and
/// interpolates between those. It ends where the limit is met to 1/16, rounded, or to 1/100 of the radius, or
/// after the fourth try where that limits it from both sides.
std::shared_ptr<const Reduced> radius_for_colors(const ReduceAt& reduce_at, const CountAt& estimate_at,
                                                 ColorLimit limit, Progress& progress);

enum class Direction { down, up };

/// The next radius in a direction from `start` at which `count_at` gives another number of colours, found to
/// `precision`, a ratio above 1: ever longer steps of ratio until the number differs, then bisection. Numbers
/// that differ only within one of those steps are passed over. None when there is no such radius between
/// 2^-24 and sqrt 3.
std::optional<double> next_count_change(const CountAt& count_at, double start, Direction direction,
                                        double precision, Progress& progress);

}
