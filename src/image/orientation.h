#pragma once

#include "image/image.h"

#include <cstddef>
#include <span>

namespace huedrift {

/// The orientation, 1 to 8, that Exif data (its TIFF structure) asks for; 1, upright, when it asks for none
/// that makes sense.
int exif_orientation(std::span<const std::byte> tiff);

/// The picture as the camera's owner saw it: mirrored and turned as `orientation` (1 to 8, Exif 2.32 tag
/// 0x112) says.
Image upright(Image image, int orientation);

}
