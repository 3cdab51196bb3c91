#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace huedrift {

/// A JPEG file of flat 8 x 8 blocks, each written as its mean alone, so that every sample is decoded exactly.
struct JpegFile {
    int blocks_across = 1, blocks_down = 1;
    std::string components = "RGB";              ///< their identifiers; stb_image and libjpeg recognise "RGB"
    std::vector<std::array<int, 4>> blocks = {}; ///< row by row, a sample 0..255 for each component
    bool progressive = false;
    std::string segments = {}; ///< complete segments after the start
    std::string quantization = std::string(64, '\x08');

    std::vector<std::byte> encode() const;
};

/// A complete segment: FF, the marker, the length and the data.
std::string jpeg_segment(int marker, const std::string& data);

/// An Adobe APP14 segment; the transform is 0 for RGB or CMYK, 2 for YCCK.
std::string adobe_segment(int transform);

/// Exif data (the TIFF structure) with only the orientation.
std::string exif_tiff(int orientation, bool big_endian);

/// An APP1 segment of such data.
std::string exif_segment(int orientation, bool big_endian = true);

}
