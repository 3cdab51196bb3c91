#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

struct tiff;

namespace huedrift {

/// A TIFF file by libtiff, described sample by sample.
struct TiffFile {
    int width = 0, height = 0;
    int photometric = 1; ///< PHOTOMETRIC_...
    int bits = 8, samples = 1;
    std::vector<std::uint16_t> values{};  ///< row by row, sample by sample, each in the file's own range
    std::vector<std::uint16_t> palette{}; ///< all reds, all greens, all blues
    int compression = 1;                  ///< COMPRESSION_...
    int extra = -1;                       ///< EXTRASAMPLE_... of the last sample; -1: none
    int tile = 0;                         ///< side of tiles; 0: strips of 3 rows
    bool planar = false, big_endian = false;
    int orientation = 1;
    /// Sets further fields.
    std::function<void(tiff*)> more{};
    bool second_page = false;

    std::vector<std::byte> encode() const;
};

}
