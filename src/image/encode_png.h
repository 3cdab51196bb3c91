#pragma once

#include "image/color_profile.h"
#include "image/image.h"
#include "image/indexed_image.h"
#include "image/metadata.h"
#include "image/png_chunks.h"
#include "image/resolution.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace huedrift {

enum class PngAlpha { where_needed, always };

/// The data of a PNG file besides its pixels; see EncodeOptions.
struct PngNotes {
    std::string settings{};
    ColorTag colors{};
    Metadata metadata{};
    std::optional<Resolution> resolution{};
};

/// A PNG file of RGBA pixels, or of RGB pixels if all are opaque and alpha is optional. Throws Error(output).
std::vector<std::byte> encode_png(const ImageView& image, const PngNotes& notes = {},
                                  PngAlpha alpha = PngAlpha::where_needed,
                                  PngEffort effort = PngEffort::usual);

/// A PNG file with a palette of the entries, padded as by pad_entries(), and `bits` a pixel: 1, 2, 4 or 8; 0:
/// the fewest that suffice. Throws Error(output) naming the number of entries if they are more than the bits
/// number.
std::vector<std::byte> encode_indexed_png(const IndexedImage& image, const PngNotes& notes = {},
                                          PngEffort effort = PngEffort::usual, int bits = 0,
                                          std::size_t pad = 0);

/// A PNG file of 1 bit a pixel, white for byte 1 and black for byte 0. Throws Error(output).
std::vector<std::byte> encode_bitmap_png(int width, int height, std::span<const std::byte> white,
                                         std::optional<Resolution> resolution = {});

}
