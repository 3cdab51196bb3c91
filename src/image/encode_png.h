#pragma once

#include "image/color_profile.h"
#include "image/image.h"
#include "image/metadata.h"
#include "image/png_scanlines.h"

#include <cstddef>
#include <string>
#include <vector>

namespace huedrift {

enum class PngAlpha { where_needed, always };

/// What a PNG file says besides its pixels; as in EncodeOptions.
struct PngNotes {
    std::string settings{};
    ColorTag colors{};
    Metadata metadata{};
};

/// A PNG file of RGBA pixels, or of RGB pixels when all are opaque and alpha is only where needed. Throws
/// Error(output).
std::vector<std::byte> encode_png(const ImageView& image, const PngNotes& notes = {},
                                  PngAlpha alpha = PngAlpha::where_needed,
                                  PngEffort effort = PngEffort::usual);

/// A PNG file with a palette and the fewest bits a pixel that suffice: 1, 2, 4 or 8. `entries` is the
/// palette, which must hold every pixel's RGBA value; when empty, the distinct values, opaque ones last.
/// Throws Error(output) naming the number of entries when there are more than 256.
std::vector<std::byte> encode_indexed_png(const ImageView& image, const PngNotes& notes = {},
                                          std::span<const Rgba8> entries = {},
                                          PngEffort effort = PngEffort::usual);

/// A PNG file of 8 bits a pixel: the red of each, whatever its alpha. Throws Error(output).
std::vector<std::byte> encode_grey_png(const ImageView& image);

/// A PNG file of 1 bit a pixel, white where the byte is 1 and black where it is 0. Throws Error(output).
std::vector<std::byte> encode_bitmap_png(int width, int height, std::span<const std::byte> white);

}
