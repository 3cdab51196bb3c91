#pragma once

#include "image/image.h"

#include <cstddef>
#include <span>

namespace huedrift {

/// The orientation, 1 to 8, in Exif data (their TIFF structure); 1, upright, if it is missing or invalid.
int exif_orientation(std::span<const std::byte> tiff);

/// Whether turning a picture of this orientation upright swaps width and height.
constexpr bool is_transposed(int orientation) { return orientation >= 5; }

/// Writes the picture upright, mirrored and rotated by `orientation` (1 to 8, Exif 2.32 tag 0x112). `target`
/// has as many pixels as the picture.
void write_upright(const ImageView& image, int orientation, std::span<Rgba8> target);

}
