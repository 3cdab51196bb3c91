#pragma once

#include "image/image.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
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

/// A QOI file of these chunks.
inline std::string qoi_file(std::uint32_t width, std::uint32_t height, int channels,
                            const std::string& chunks) {
    std::string file = "qoif";
    for (const std::uint32_t side : {width, height})
        for (int shift = 24; shift >= 0; shift -= 8) file += static_cast<char>(side >> shift);
    file += static_cast<char>(channels);
    return file + '\0' + chunks + std::string(7, '\0') + '\1';
}

/// A TGA file field by field.
struct TgaFile {
    int type = 2; ///< 1: indices, 2: colours, 3: greys; 8 more: packed
    int width = 0, height = 0;
    int bits = 24;
    int descriptor = 0x20; ///< bits of alpha; 0x10: from the right, 0x20: from the top
    int first_index = 0, map_bits = 0;
    std::string map = {}; ///< as in the file
    std::string id = {};
    std::string pixels = {}; ///< as in the file

    std::vector<std::byte> encode() const {
        const int map_bytes = (map_bits + 7) / 8;
        std::string file;
        const auto put = [&](int bytes, std::size_t value) {
            for (int i = 0; i < bytes; ++i) file += static_cast<char>(value >> 8 * i);
        };
        put(1, id.size());
        put(1, map_bytes == 0 ? 0 : 1);
        put(1, std::size_t(type));
        put(2, std::size_t(first_index));
        put(2, map_bytes == 0 ? 0 : map.size() / std::size_t(map_bytes));
        put(1, std::size_t(map_bits));
        put(4, 0);
        put(2, std::size_t(width));
        put(2, std::size_t(height));
        put(1, std::size_t(bits));
        put(1, std::size_t(descriptor));
        file += id + map + pixels;
        const auto bytes = std::as_bytes(std::span(file));
        return {bytes.begin(), bytes.end()};
    }
};

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
