#pragma once

#include "image/image.h"

#include <cstddef>
#include <span>

namespace huedrift {

/// The orientation, 1 to 8, that Exif data (its TIFF structure) asks for; 1, upright, when it asks for none
/// that makes sense.
int exif_orientation(std::span<const std::byte> tiff);

/// Whether a picture of this orientation is upright with its sides exchanged.
constexpr bool is_transposed(int orientation) { return orientation >= 5; }

/// Writes the picture as the camera's owner saw it: mirrored and turned as `orientation` (1 to 8, Exif 2.32
/// tag 0x112) says. `target` has as many pixels as the picture.
void write_upright(const ImageView& image, int orientation, std::span<Rgba8> target);

}
