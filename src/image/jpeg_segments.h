#pragma once

#include "image/metadata.h"

#include <span>

namespace huedrift {

/// Bytes that fit into the one segment which each of them has.
inline constexpr std::size_t max_jpeg_exif = 65533 - 6, max_jpeg_xmp = 65533 - 29;

/// Inserts Exif data, XMP and an ICC profile, those of them that have bytes, after the header of a JPEG file
/// that stb_image_write made. The first two must fit.
void insert_jpeg_segments(std::vector<std::byte>& file, std::span<const std::byte> profile,
                          const Metadata& metadata);

}
