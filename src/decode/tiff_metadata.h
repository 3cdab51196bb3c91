#pragma once

#include "decode/file_facts.h"

namespace huedrift {

/// The XMP and Exif data of a TIFF file: the fields of its first directory that describe the picture and the
/// directories of camera and place, as a separate block. Reads them without libtiff, which turns fractions
/// into floating-point numbers. Leaves maker notes out, since their offsets would be wrong in the new place.
/// Damaged directories give damaged Exif data, and too many bytes a block of more than max_exif_bytes.
StoredMetadata tiff_metadata(std::span<const std::byte> file);

}
