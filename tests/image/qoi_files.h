#pragma once

#include <cstdint>
#include <string>

namespace huedrift {

/// A QOI file of these chunks.
inline std::string qoi_file(std::uint32_t width, std::uint32_t height, int channels,
                            const std::string& chunks) {
    std::string file = "qoif";
    for (const std::uint32_t side : {width, height})
        for (int shift = 24; shift >= 0; shift -= 8) file += static_cast<char>(side >> shift);
    file += static_cast<char>(channels);
    return file + '\0' + chunks + std::string(7, '\0') + '\1';
}

}
