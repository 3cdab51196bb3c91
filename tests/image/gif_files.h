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
    std::vector<Rgba8> palette{}; ///< a local palette, with a power of two of entries
    int transparent = -1;         ///< an index; -1: none
    bool interlaced = false;
    int disposal = 0;
    int delay = 0; ///< in hundredths of a second
};

/// A GIF file as giflib writes it.
struct GifFile {
    int width = 0, height = 0;
    std::vector<Rgba8> palette{}; ///< with a power of two of entries
    std::vector<GifFrame> frames{};
    int loops = -1; ///< in Netscape's extension; -1: none

    std::vector<std::byte> encode() const;
};

}
