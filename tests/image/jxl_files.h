#pragma once

#include "image/image.h"

#include <cstddef>
#include <string>
#include <vector>

namespace huedrift {

/// A picture as libjxl encodes it, without loss.
struct JxlFile {
    bool container = false;
    int bits = 8;          ///< 16: each sample 257 times as large
    int orientation = 1;   ///< 1 to 8
    std::string profile{}; ///< ICC; empty: sRGB

    std::vector<std::byte> encode(const ImageView& image) const;
};

}
