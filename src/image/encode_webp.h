#pragma once

#include "image/image.h"
#include "image/metadata.h"

#include <cstddef>
#include <span>
#include <vector>

namespace huedrift {

/// The longest side of a WebP file.
inline constexpr int max_webp_side = 16383;

/// A lossless WebP file that also keeps the colours of transparent pixels, with an ICC profile and metadata
/// unless they are empty. Throws Error(output).
std::vector<std::byte> encode_webp(const ImageView& image, std::span<const std::byte> profile = {},
                                   const Metadata& metadata = {});

}
