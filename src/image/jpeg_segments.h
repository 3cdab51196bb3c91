#pragma once

#include "image/metadata.h"

#include <span>

namespace huedrift {

/// Bytes that fit into a segment; each kind of metadata has one.
inline constexpr std::size_t max_jpeg_exif = 65533 - 6, max_jpeg_xmp = 65533 - 29;

/// Inserts Exif data, XMP and an ICC profile, unless empty, after the header of a JPEG file from
/// stb_image_write. Exif data and XMP must each fit into a segment.
void insert_jpeg_segments(std::vector<std::byte>& file, std::span<const std::byte> profile,
                          const Metadata& metadata);

}
