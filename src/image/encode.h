#pragma once

#include "image/save.h"

#include <cstddef>
#include <span>
#include <vector>

namespace huedrift {

// The encoders from which encode_image() chooses, except PNG's (encode_png.h).

/// An animated PNG file of the frames that lie below each other in `image`. After the first, a frame holds
/// only the box that changes. Throws Error(output) as encode_image() does for PNG.
std::vector<std::byte> encode_apng(const ImageView& image, const EncodeOptions& options);

/// A GIF file of a picture, or of an animation whose frames lie below each other in it. All frames share one
/// palette: `entries`, which must contain every pixel's value, or if empty the distinct values; `pad` as in
/// EncodeOptions. The file has `written` in place of the entries, unless that is empty. After the first, a
/// frame holds only the box that changes. Fully transparent pixels are read back as (0,0,0,0). Throws
/// Error(output) for partially transparent pixels, for more than 256 entries and for sides above 65535
/// pixels.
std::vector<std::byte> encode_gif(const ImageView& image, const Animation& animation = {},
                                  std::span<const Rgba8> entries = {}, std::size_t pad = 0,
                                  std::span<const Rgba8> written = {});

/// A PAM file of RGBA pixels, or of RGB pixels when all are opaque (netpbm's pam(5)).
std::vector<std::byte> encode_pam(const ImageView& image);

/// The longest side of a WebP file.
inline constexpr int max_webp_side = 16383;

/// A lossless WebP file that also keeps the colours of transparent pixels, with an ICC profile and metadata
/// unless they are empty. Throws Error(output).
std::vector<std::byte> encode_webp(const ImageView& image, std::span<const std::byte> profile = {},
                                   const Metadata& metadata = {});

}
