#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace huedrift {

/// A BMP file field by field.
struct BmpFile {
    int header_bytes = 40; ///< 12: OS/2, 40: Windows 3, 108: version 4
    std::int32_t width = 0, height = 0;
    int bits = 24;
    std::uint32_t compression = 0;
    std::vector<std::uint32_t> masks = {};   ///< red, green, blue and, in version 4, alpha
    std::vector<std::uint32_t> palette = {}; ///< 0x00RRGGBB
    std::string pixels = {};                 ///< rows as in the file, padded to 4 bytes

    std::vector<std::byte> encode() const {
        const bool os2 = header_bytes == 12;
        std::string header =
            number(4, std::uint32_t(header_bytes)) + number(os2 ? 2 : 4, std::uint32_t(width)) +
            number(os2 ? 2 : 4, std::uint32_t(height)) + number(2, 1) + number(2, std::uint32_t(bits));
        if (!os2) header += number(4, compression) + std::string(20, '\0');
        for (const std::uint32_t mask : masks) header += number(4, mask);
        if (header_bytes > 40) header.resize(std::size_t(header_bytes));
        for (const std::uint32_t color : palette) header += number(os2 ? 3 : 4, color);
        const auto pixels_at = std::uint32_t(14 + header.size());
        const std::string file = "BM" + number(4, pixels_at + std::uint32_t(pixels.size())) + number(4, 0) +
                                 number(4, pixels_at) + header + pixels;
        const auto bytes = std::as_bytes(std::span(file));
        return {bytes.begin(), bytes.end()};
    }

    static std::string number(int bytes, std::uint32_t value) {
        std::string text = {};
        for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> 8 * i);
        return text;
    }
};

}
