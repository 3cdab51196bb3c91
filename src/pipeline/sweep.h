#pragma once

#include "pipeline/reduced.h"

#include <span>
#include <vector>

namespace huedrift {

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

}
