#pragma once

#include "image/image.h"
#include "image/source.h"

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace huedrift {

/// Builds a PNG file: its signature, then chunks in the order of the calls.
class PngChunks {
public:
    PngChunks();

    /// Adds a chunk with its length and checksum. `type` has four letters. Throws Error(output) for more than
    /// 2 GiB of data, the limit of a chunk.
    void put(std::string_view type, std::span<const std::byte> data);

    /// Ends the file and returns it.
    std::vector<std::byte> finish();

private:
    std::vector<std::byte> bytes_;
};

/// The rows of a picture in PNG's layout: each begins on a byte boundary, after a filter byte of "none".
struct PngScanlines {
    /// The contents are undefined: zeroing so much memory takes as long as filling it.
    PngScanlines(std::size_t rows, std::size_t bytes_of_row, std::size_t bytes_of_pixel);

    std::span<std::byte> row(std::size_t y) const {
        assert(y < rows);
        return {&memory[y * row_bytes], row_bytes};
    }
    std::span<const std::byte> bytes() const { return {memory.get(), rows * row_bytes}; }

    std::size_t rows;
    std::size_t row_bytes;   ///< with the filter byte
    std::size_t pixel_bytes; ///< at least 1: the distance of the bytes that a filter compares
    std::unique_ptr<std::byte[]> memory;
};

/// Rows of R, G, B and, with alpha, A.
PngScanlines color_scanlines(const ImageView& image, bool with_alpha);

/// Rows of packed values of 1, 2, 4 or 8 bits; `values` has one value a byte.
PngScanlines packed_scanlines(std::span<const std::byte> values, int width, int bits);

/// The compressed data for IDAT. `smallest` takes tens of times as long. Throws std::bad_alloc.
std::vector<std::byte> compress_scanlines(const PngScanlines& lines, bool smallest);

}
