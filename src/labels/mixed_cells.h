#pragma once

#include "labels/label_plane.h"

#include <span>

namespace huedrift {

/// The range of a cell's pixels along one side without a quarter at each end. Only inner pixels decide.
struct InnerPixels {
    int begin, end;
};
InnerPixels inner_pixels(int begin, int end);

/// Counts inner pixels whose label is not the most frequent among the inner pixels of their cell. `columns`
/// and `rows` are the borders of the cells. Transparency counts as a label. All pixels of a cell three pixels
/// wide are inner. The frames of an animation, which lie below each other, have the same cells.
std::uint64_t mixed_pixels(const LabelPlane& plane, std::span<const int> columns, std::span<const int> rows,
                           std::size_t frames = 1);

}
