#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>
#include <zlib.h>

namespace huedrift {

inline std::uint32_t big_endian(std::span<const std::uint8_t> bytes) {
    return std::uint32_t{bytes[0]} << 24 | bytes[1] << 16 | bytes[2] << 8 | bytes[3];
}

/// Corrects the checksums of a PNG file's chunks; otherwise nearly every try would end at them.
inline void mend_sums(std::vector<std::uint8_t>& file) {
    constexpr std::size_t signature = 8, around = 12;
    if (file.empty() || file[0] != 0x89) return;
    for (std::size_t chunk = signature; chunk + around <= file.size();) {
        const std::span bytes = std::span(file).subspan(chunk);
        const std::size_t length = big_endian(bytes);
        if (length > bytes.size() - around) return;
        const auto sum = ::crc32_z(0, bytes.data() + 4, length + 4);
        for (std::size_t i = 0; i < 4; ++i)
            bytes[length + 8 + i] = static_cast<std::uint8_t>(sum >> (24 - 8 * i));
        chunk += around + length;
    }
}

}
