#pragma once

#include "decode/stored_metadata.h"

namespace huedrift {

/// Exif data of a TIFF file: the fields of its first directory that describe the picture, and the
/// directories of camera and place, as a block of their own; and its XMP. Read here, as libtiff makes
/// floating-point numbers of fractions. Maker notes are left out: they would lie elsewhere than what they
/// say of themselves. Damaged directories make damaged Exif data, and too many bytes a block of more than
/// max_exif_bytes.
StoredMetadata tiff_metadata(std::span<const std::byte> file);

}
