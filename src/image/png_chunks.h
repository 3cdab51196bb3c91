#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace huedrift {

/// The lowest bytes of a number in PNG's order, highest first.
void append_big_endian(std::vector<std::byte>& bytes, std::uint32_t value, int byte_count = 4);

/// Builds a PNG file: its signature, then chunks in the order of the calls.
class PngChunks {
public:
    PngChunks();

    /// Adds a chunk with its length and checksum. `type` has four letters. Throws Error(output) for more than
    /// 2 GiB of data, the limit of a chunk.
    void put(std::string_view type, std::span<const std::byte> data);

    /// Ends the file and returns it.
    std::vector<std::byte> finish();

private:
    std::vector<std::byte> bytes_;
};

}
