#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace huedrift {

/// Sets the Exif data and XMP of a TIFF file: the fields of its first directory that describe the picture and
/// the directories of camera and place, as a separate block. Reads them without libtiff, which turns
/// fractions into floating-point numbers. Leaves maker notes out, since their offsets would be wrong in the
/// new place. Damaged directories give damaged Exif data, and too many bytes a block of more than
/// max_exif_bytes.
void read_tiff_metadata(std::span<const std::byte> file, std::vector<std::byte>& exif,
                        std::vector<std::byte>& xmp);

}
