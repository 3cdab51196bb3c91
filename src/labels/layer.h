#pragma once

#include "labels/label_areas.h"

namespace huedrift {

/// What of a picture has the label, as large as the box of its area. `picture` has the size of the plane.
Image cut_out(const LabelPlane& plane, std::uint32_t label, const LabelArea& area, const ImageView& picture);

}
