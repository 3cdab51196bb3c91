#pragma once

#include "pipeline/sweep.h"

#include <span>
#include <vector>

namespace huedrift {

/// A stretch of radii over which the number of colours hardly changes.
struct Plateau {
    double from = 0, to = 0; ///< from < to
    std::size_t colors = 0;  ///< at one of the points within

    /// In the middle, by ratio, to six digits.
    double radius() const;
};

/// The natural sizes of a picture's palette: the longest plateaus, by ratio, of 2 to 256 colours of a curve,
/// longest first, of equal ones that with more colours. The plateau of a point is where the curve, both axes
/// logarithmic, stays within a tenth of its number, or half a colour. They do not overlap, and no two have
/// the same number. `points` ascend by radius.
std::vector<Plateau> suggested_radii(std::span<const SweepPoint> points, std::size_t max = 3);

}
