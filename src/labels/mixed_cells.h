#pragma once

#include "labels/label_plane.h"

#include <span>

namespace huedrift {

/// The pixels of a cell that decide, along one side: those between the quarters at its ends.
struct InnerPixels {
    int begin, end;
};
InnerPixels inner_pixels(int begin, int end);

/// The number of inner pixels that do not have the label of most inner pixels of their cell, in cells between
/// these borders of columns and rows; transparency counts as a label. Cells three pixels wide count whole.
/// The frames of an animation, which lie below each other, have the same cells.
std::uint64_t mixed_pixels(const LabelPlane& plane, std::span<const int> columns, std::span<const int> rows,
                           std::size_t frames = 1);

}
