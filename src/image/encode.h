#pragma once

#include "image/indexed_image.h"
#include "image/save.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace huedrift {

// The encoders from which encode_image() chooses.

/// A PNG file of RGBA pixels, or of RGB pixels if all are opaque; of the frames of an animation an APNG file,
/// in which a frame after the first holds only the box that changes. Throws Error(output).
std::vector<std::byte> encode_png(const ImageView& image, const EncodeOptions& options = {});

/// The same with a palette of the entries, padded as by pad_entries(). Throws Error(output) naming the number
/// of entries if they are more than the bits of the options can number.
std::vector<std::byte> encode_indexed_png(const IndexedImage& image, const EncodeOptions& options = {});

/// The same with samples of grey, of the fewest bits that hold them exactly, in place of a palette. None
/// unless the entries are opaque greys and (0, 0, 0, 0), which has the least sample that no grey has, and so
/// looks the same. Throws Error(output).
std::optional<std::vector<std::byte>> encode_grey_png(const IndexedImage& image,
                                                      const EncodeOptions& options = {});

/// A PNG file of 1 bit a pixel, white for the pixels of the runs. Throws Error(output).
std::vector<std::byte> encode_bitmap_png(int width, int height, std::span<const PixelRun> white,
                                         std::optional<Resolution> resolution = {});

/// A GIF file of a picture, or of an animation whose frames lie below each other in it. All frames share the
/// entries, padded as by pad_entries(). After the first, a frame holds only the box that changes. Throws
/// Error(output) for sides above 65535 pixels.
std::vector<std::byte> encode_gif(const IndexedImage& image, const Animation& animation = {},
                                  std::size_t pad = 0);

// Files of opaque entries, except in TGA, padded as by pad_entries(). Those of indices in rows have the bits
// of the options and throw Error(output) as index_bits() does.

std::vector<std::byte> encode_indexed_bmp(const IndexedImage& image, const EncodeOptions& options);
std::vector<std::byte> encode_indexed_tga(const IndexedImage& image, const EncodeOptions& options);
/// Nothing but rows of indices, each from a whole byte on; in a byte, the leftmost has the highest bits.
std::vector<std::byte> encode_indices(const IndexedImage& image, const EncodeOptions& options);
/// A C header with one constant: the sizes, the palette, and the same rows.
std::vector<std::byte> encode_c_array(const IndexedImage& image, const EncodeOptions& options);

/// Throws Error(output) for values of pixels that a file with indices cannot hold because they are partially
/// transparent.
void check_soft_entries(std::span<const Rgba8> values, const PictureFormat& format);

/// The R, G, B bytes of pixels composited over white.
void put_over_white(std::span<const Rgba8> pixels, std::span<std::uint8_t> rgb);

/// A JPEG file of the picture over white, with the profile, resolution and metadata of the options, which
/// must fit into segments. Above quality 90 colour has the full resolution. Meanwhile libjpeg takes 6 bytes a
/// pixel, 3 up to quality 90, as it counts all codes before it writes the first. Throws Error(output).
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
