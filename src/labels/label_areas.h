#pragma once

#include "base/progress.h"
#include "labels/label_plane.h"

namespace huedrift {

/// The extent of a label's pixels.
struct LabelArea {
    std::uint64_t pixels = 0;
    std::uint32_t regions = 0;                    ///< 4-connected
    int left = 0, top = 0, right = 0, bottom = 0; ///< of the bounding box; right and bottom are exclusive
};

/// The area of each label. Throws Error(cancelled).
std::vector<LabelArea> measure_areas(const LabelPlane& plane, const Progress& progress = {});
/// The area of each label in an animation's frames, which lie below each other. The box is the union of those
/// in all frames. Throws Error(cancelled).
std::vector<LabelArea> measure_areas(const LabelPlane& plane, std::size_t frames,
                                     const Progress& progress = {});

/// The pixels of `picture` that have the label, cropped to the box of the label's area. `picture` has the
/// size of the plane.
Image cut_out(const LabelPlane& plane, std::uint32_t label, const LabelArea& area, const ImageView& picture);

}
