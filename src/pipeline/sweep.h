#pragma once

#include "base/progress.h"
#include "pipeline/document.h"

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace huedrift {

/// Reduces a picture at a radius.
using ReduceAt = std::function<Shared<Reduced>(double radius, Progress& progress)>;

/// The number of colours at a radius.
struct SweepPoint {
    double radius = 0;
    std::size_t modes = 0;
    std::size_t colors = 0; ///< distinct 8-bit colours; at most as many as modes
    bool exact = true;      ///< false: estimated by a preview
};

/// Rounds to six significant digits, so that users can type radii again.
double short_radius(double radius);

/// `count` radii from `from` to `to`, both included, in equal ratios; inner ones are rounded to six digits.
/// One radius if `from` == `to`. Throws Error(usage) unless 0 < from <= to <= max_radius and count >= 2.
std::vector<double> radii_between(double from, double to, int count);

/// Reduces at each of `radii` and counts the colours.
std::vector<SweepPoint> sweep(const ReduceAt& reduce_at, std::span<const double> radii, Progress& progress);

/// A range of radii over which the number of colours hardly changes.
struct Plateau {
    double from = 0, to = 0; ///< from < to
    std::size_t colors = 0;  ///< at `radius`
    double radius = 0;       ///< of the point with this number that is nearest to the middle in ratio
};

/// Whether a number of colours is worth a suggestion: 4 to 256.
bool is_natural_size(std::size_t colors);

/// The natural sizes of a picture's palette: the curve's longest plateaus in ratio with 4 to 256 colours,
/// longest first; of equal ones, the one with more colours. A point's plateau is where the curve, on
/// logarithmic axes, stays within a tenth of the point's number, or half a colour. Plateaus do not overlap,
/// and no two have the same number. `points` ascend by radius.
std::vector<Plateau> suggested_radii(std::span<const SweepPoint> points, std::size_t max = 3);

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
