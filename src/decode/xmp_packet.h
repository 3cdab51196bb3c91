#pragma once

#include "decode/exif_block.h"

namespace huedrift {

/// A packet of XMP that matches an upright picture, without thumbnails; none when it is not UTF-8 or a
/// thumbnail has no end. All other bytes stay the same.
std::optional<std::vector<std::byte>> cleaned_xmp(std::span<const std::byte> packet,
                                                  const TruePicture& picture);

}
