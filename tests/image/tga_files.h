#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace huedrift {

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

}
