#pragma once

#include "image/resolution.h"
#include "image/source.h"

#include <cstddef>
#include <optional>
#include <span>

namespace huedrift {

/// The resolution in the first directory of a TIFF file (TIFF 6.0, section 8); none if it is missing or
/// damaged, or has no unit and so only tells the shape of pixels.
std::optional<Resolution> tiff_resolution(const Source& source);

/// The resolution in Exif data (their TIFF structure), likewise. None for 72 dpi, too, which stands for an
/// unknown resolution there (Exif 2.32, tag 0x11A).
std::optional<Resolution> exif_resolution(std::span<const std::byte> tiff);

}
