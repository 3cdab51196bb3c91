#pragma once

#include "image/image.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace huedrift {

/// A PNG file by libpng, described sample by sample.
struct PngFile {
    int width = 0, height = 0;
    int color_type = 0; ///< PNG_COLOR_TYPE_...
    int bit_depth = 8;
    bool interlaced = false;
    std::vector<std::uint16_t> samples = {};     ///< row by row, each in the file's own range
    std::vector<Rgba8> palette = {};             ///< with tRNS up to the last entry that is not opaque
    std::vector<std::uint16_t> transparent = {}; ///< tRNS of a grey or RGB file: one or three samples

    std::vector<std::byte> encode() const;
};

/// The pixels of any PNG file, read by libpng.
Image read_through_libpng(std::span<const std::byte> file);

struct PngChunk {
    std::string type, data;
};

/// The chunks of a file; does not check their sums.
std::vector<PngChunk> png_chunks(std::span<const std::byte> file);

/// A file of these chunks with correct sums.
std::vector<std::byte> png_of(const std::vector<PngChunk>& chunks);

/// Four bytes, the highest first.
std::string big_endian(std::uint32_t value);

/// IHDR's 13 bytes.
std::string png_header(std::uint32_t width, std::uint32_t height, int bit_depth, int color_type);

/// `raw` as zlib compresses it.
std::string deflated(std::string_view raw);

}
