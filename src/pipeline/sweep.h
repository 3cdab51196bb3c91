#pragma once

#include "reduction/engine.h"

#include <optional>
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
/// one only when `from` == `to`. Throws Error(usage) unless 0 < from <= to <= largest_radius and count >= 2.
std::vector<double> radii_between(double from, double to, int count);

/// Reduces `colors` at each of `radii` with the rest of `options` and counts what is left.
std::vector<SweepPoint> sweep(Engine& engine, const ColorSet& colors, Options options,
                              std::span<const double> radii, Progress& progress);

/// A radius and what it leaves.
struct FoundRadius {
    double radius = 0;
    Reduction reduction;
};

/// The radius for a palette of at most `limit` colours (>= 1), and as many of them as can be found: bisects
/// the radii of six digits between 2^-24 and sqrt 3 in ratio, towards larger ones while there are too many
/// colours, until `limit` is met or no radius lies between. The count may rise with the radius here and
/// there, so of all radii tried the one with most colours within the limit is taken, of equals the smallest.
/// Modes are merged at `merge_distance` before they are counted.
/// Throws Error(usage) when `limit` is 0, and Error(failed) when even the largest radius leaves more, which
/// needs an iteration limit.
FoundRadius radius_for_colors(Engine& engine, const ColorSet& colors, Options options, double merge_distance,
                              std::size_t limit, Progress& progress);

enum class Direction { down, up };

/// The next radius in a direction from options.radius at which the palette has another number of colours,
/// found to 1/1000 of itself: ever longer steps of ratio until the number differs, then bisection. Numbers
/// that differ only within one of those steps are passed over. None when there is no such radius between
/// 2^-24 and sqrt 3.
std::optional<FoundRadius> next_count_change(Engine& engine, const ColorSet& colors, Options options,
                                             double merge_distance, Direction direction, Progress& progress);

}
