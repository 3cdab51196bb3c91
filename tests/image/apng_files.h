#pragma once

#include "image/image.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace huedrift {

/// A frame of an animated PNG file.
struct ApngFrame {
    int left = 0, top = 0;
    Image image{};
    int dispose = 0, blend = 0;
    std::uint16_t numerator = 0, denominator = 100;
};

/// An APNG file of RGBA pixels, composed of files that libpng writes.
struct ApngFile {
    std::vector<ApngFrame> frames{}; ///< the first has the size of the picture
    std::uint32_t plays = 0;
    bool hidden_picture = false; ///< the default picture is no frame

    std::vector<std::byte> encode() const;
};

}
