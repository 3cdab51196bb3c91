#pragma once

#include "image/image.h"
#include "image/metadata.h"

#include <cstddef>
#include <span>
#include <vector>

namespace huedrift {

/// The longest side that a WebP file can have.
inline constexpr int max_webp_side = 16383;

/// A lossless WebP file, also of the colours under transparent pixels, with this ICC profile and these
/// metadata if they have bytes. Throws Error(output).
std::vector<std::byte> encode_webp(const ImageView& image, std::span<const std::byte> profile = {},
                                   const Metadata& metadata = {});

}
