#pragma once

#include "image/image.h"

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace huedrift {

/// The rows of a picture as a PNG file has them: each begins a byte of its own, after that of its filter,
/// which is none.
struct PngScanlines {
    /// The contents are undefined: zeroing so much memory takes as long as filling it.
    PngScanlines(std::size_t rows, std::size_t bytes_of_row, std::size_t bytes_of_pixel);

    std::span<std::byte> row(std::size_t y) const { return {&memory[y * row_bytes], row_bytes}; }
    std::span<const std::byte> bytes() const { return {memory.get(), rows * row_bytes}; }

    std::size_t rows;
    std::size_t row_bytes;   ///< with the filter's
    std::size_t pixel_bytes; ///< at least 1; a filter compares a byte with that so many before it
    std::unique_ptr<std::byte[]> memory;
};

/// Rows of R, G, B, and A where it is asked for.
PngScanlines color_scanlines(const ImageView& image, bool with_alpha);

/// Rows of values of so many bits, 1, 2, 4 or 8, of which each byte of `values` has one.
PngScanlines packed_scanlines(std::span<const std::byte> values, int width, int bits);

/// How long compression may take.
enum class PngEffort {
    usual,
    smallest ///< tens of times as long
};

/// What IDAT holds of them. Throws std::bad_alloc.
std::vector<std::byte> compress_scanlines(const PngScanlines& lines, PngEffort effort);

}
