#pragma once

#include "labels/label_areas.h"

namespace huedrift {

/// The pixels of `picture` that have the label, cropped to the box of the label's area. `picture` has the
/// size of the plane.
Image cut_out(const LabelPlane& plane, std::uint32_t label, const LabelArea& area, const ImageView& picture);

}
