#pragma once

#include "pipeline/sweep.h"

#include <span>
#include <vector>

namespace huedrift {

/// A range of radii over which the number of colours hardly changes.
struct Plateau {
    double from = 0, to = 0; ///< from < to
    std::size_t colors = 0;  ///< at one point of it

    /// The middle in ratio, to six digits.
    double radius() const;
};

/// The natural sizes of a picture's palette: the curve's longest plateaus in ratio with 2 to 256 colours,
/// longest first; of equal ones, the one with more colours. A point's plateau is where the curve, on
/// logarithmic axes, stays within a tenth of the point's number, or half a colour. Plateaus do not overlap,
/// and no two have the same number. `points` ascend by radius.
std::vector<Plateau> suggested_radii(std::span<const SweepPoint> points, std::size_t max = 3);

}
