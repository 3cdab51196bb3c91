#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace huedrift {

/// The lowest bytes of a number, the highest of them first, as PNG has all numbers.
void append_big_endian(std::vector<std::byte>& bytes, std::uint32_t value, int byte_count = 4);

/// A PNG file in the making: its signature, then chunks as they come.
class PngChunks {
public:
    PngChunks();

    /// With its length and sum. `type` has four letters. Throws Error(output) for more data than a chunk
    /// holds, 2 GiB.
    void put(std::string_view type, std::span<const std::byte> data);

    /// The file, ended.
    std::vector<std::byte> finish();

private:
    std::vector<std::byte> bytes_;
};

}
