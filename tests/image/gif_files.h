#pragma once

#include "image/image.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace huedrift {

/// A picture of a GIF file.
struct GifFrame {
    int left = 0, top = 0, width = 0, height = 0;
    std::vector<std::uint8_t> indices{};
    std::vector<Rgba8> palette{}; ///< of its own; as many as a power of two
    int transparent = -1;         ///< an index; none
    bool interlaced = false;
    int disposal = 0;
    int delay = 0; ///< in hundredths of a second
};

/// A GIF file as giflib writes it.
struct GifFile {
    int width = 0, height = 0;
    std::vector<Rgba8> palette{}; ///< as many as a power of two
    std::vector<GifFrame> frames{};
    int loops = -1; ///< as Netscape's extension stores it; none

    std::vector<std::byte> encode() const;
};

}
