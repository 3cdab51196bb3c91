#pragma once

#include "labels/label_plane.h"

namespace huedrift {

/// The extent of the pixels of a label.
struct LabelArea {
    std::uint64_t pixels = 0;
    std::uint32_t regions = 0;                    ///< connected over the edges of pixels
    int left = 0, top = 0, right = 0, bottom = 0; ///< of the box around them, right and bottom one beyond
};

/// Of each label.
std::vector<LabelArea> measure_areas(const LabelPlane& plane);
/// Of each label in all frames that lie below each other; the box is that in any of them.
std::vector<LabelArea> measure_areas(const LabelPlane& plane, std::size_t frames);

}
