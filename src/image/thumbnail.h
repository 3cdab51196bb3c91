#pragma once

#include "image/image.h"

namespace huedrift {

/// The picture with its longer side brought down to `max_side`, each pixel the mean of those that it stands
/// for, weighted by their alpha; as it is where it is no larger.
Image thumbnail(const ImageView& image, int max_side);

}
