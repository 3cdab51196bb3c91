#pragma once

#include "image/indexed_image.h"
#include "image/save.h"

#include <cstddef>
#include <span>
#include <vector>

namespace huedrift {

// The encoders from which encode_image() chooses, except PNG's (encode_png.h).

/// An animated PNG file of the frames that lie below each other in `image`, or in `indices`, the same as
/// indices, unless null. After the first, a frame holds only the box that changes. Throws Error(output) as
/// encode_image() does for PNG.
std::vector<std::byte> encode_apng(const ImageView& image, const IndexedImage* indices,
                                   const EncodeOptions& options);

/// A GIF file of a picture, or of an animation whose frames lie below each other in it. All frames share the
/// entries, padded as by pad_entries(). After the first, a frame holds only the box that changes. Throws
/// Error(output) for sides above 65535 pixels.
std::vector<std::byte> encode_gif(const IndexedImage& image, const Animation& animation = {},
                                  std::size_t pad = 0);

/// Throws Error(output) for values of pixels that a GIF file cannot hold because they are partially
/// transparent.
void check_gif_alpha(std::span<const Rgba8> values);

/// A PAM file of RGBA pixels, or of RGB pixels when all are opaque (netpbm's pam(5)).
std::vector<std::byte> encode_pam(const ImageView& image);

/// The longest side of a WebP file.
inline constexpr int max_webp_side = 16383;

/// A lossless WebP file that also keeps the colours of transparent pixels, with an ICC profile and metadata
/// unless they are empty. Throws Error(output).
std::vector<std::byte> encode_webp(const ImageView& image, std::span<const std::byte> profile = {},
                                   const Metadata& metadata = {});

}
