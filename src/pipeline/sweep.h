#pragma once

#include "pipeline/reduced.h"

#include <span>
#include <vector>

namespace huedrift {

/// How many colours are left at a radius.
struct SweepPoint {
    double radius = 0;
    std::size_t modes = 0;
    std::size_t colors = 0; ///< distinct 8-bit colours; at most as many as modes
};

/// The nearest number of six significant digits: radii that a person can type again.
double short_radius(double radius);

/// `count` radii from `from` to `to`, both included, in equal ratios, those between rounded to six digits;
/// one only when `from` == `to`. Throws Error(usage) unless 0 < from <= to <= max_radius and count >= 2.
std::vector<double> radii_between(double from, double to, int count);

/// Reduces at each of `radii` and counts what is left.
std::vector<SweepPoint> sweep(const ReduceAt& reduce_at, std::span<const double> radii, Progress& progress);

enum class Bound { at_most, at_least };

/// What is left of colours by the radius for a palette of at most `limit` (>= 1), and as many of them as can
/// be found: bisects the radii of six digits between 2^-24 and sqrt 3 in ratio, towards larger ones while
/// there are too many colours, until `limit` is met or no radius lies between. The count may rise with the
/// radius here and there, so of all radii tried the one with most colours within the limit is taken, of
/// equals the smallest.
/// Of palettes with at least `limit` colours it is the other way round: of all radii tried the one with the
/// fewest, of equals the smallest; where none leaves so many, what it is otherwise.
/// Throws Error(usage) when `limit` is 0, and Error(failed) when even the largest radius leaves more than at
/// most `limit`, which needs an iteration limit.
std::shared_ptr<const Reduced> radius_for_colors(const ReduceAt& reduce_at, std::size_t limit,
                                                 Progress& progress, Bound bound = Bound::at_most);

enum class Direction { down, up };

/// The next radius in a direction from `start` at which the palette has another number of colours, found to
/// 1/1000 of itself: ever longer steps of ratio until the number differs, then bisection. Numbers that differ
/// only within one of those steps are passed over. Null when there is no such radius between 2^-24 and
/// sqrt 3.
std::shared_ptr<const Reduced> next_count_change(const ReduceAt& reduce_at, double start, Direction direction,
                                                 Progress& progress);

}
