#pragma once

#include "image/indexed_image.h"
#include "image/save.h"

#include <cstddef>
#include <cstdint>
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

/// R, G, B bytes of the picture composited over white.
std::vector<std::uint8_t> rgb_over_white(const ImageView& image);

/// A JPEG file of the picture over white, with the profile, resolution and metadata of the options, which
/// must fit into segments. Above quality 90 colour has the full resolution. Throws Error(output).
std::vector<std::byte> encode_jpeg(const ImageView& image, const EncodeOptions& options);

/// A PAM file of RGBA pixels, or of RGB pixels when all are opaque (netpbm's pam(5)).
std::vector<std::byte> encode_pam(const ImageView& image);

/// The longest sides of files by libwebp and libjpeg.
inline constexpr int max_webp_side = 16383, max_jpeg_side = 65500;

/// A lossless WebP file that also keeps the colours of transparent pixels, with an ICC profile and metadata
/// unless they are empty. Throws Error(output).
std::vector<std::byte> encode_webp(const ImageView& image, std::span<const std::byte> profile = {},
                                   const Metadata& metadata = {});

}
