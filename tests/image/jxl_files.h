#pragma once

#include "image/image.h"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace huedrift {

/// A picture that libjxl encodes without loss.
struct JxlFile {
    bool container = false;
    int bits = 8;                ///< a sample, rounded
    int frames = 1;              ///< equal ones
    bool has_other_size = false; ///< tells that it is meant to be shown in another size
    int orientation = 1;         ///< 1 to 8
    std::string profile{};       ///< ICC; empty: sRGB
    /// Makes the file a container. The Exif data begin with their offset.
    std::vector<std::pair<const char*, std::string>> boxes{};
    bool packed = false; ///< compresses the boxes

    std::vector<std::byte> encode(const ImageView& image) const;
};

}
