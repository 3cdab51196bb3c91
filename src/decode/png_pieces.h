#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace huedrift {

/// Appends a number in PNG's order.
void put_big_endian(std::vector<std::byte>& bytes, std::uint32_t value);

/// A PNG file whose chunks lie in pieces anywhere in memory, for libpng.
class PngPieces {
public:
    using Bytes = std::span<const std::byte>;

    PngPieces();

    /// Adds a chunk of these data, which must outlive this object. `type` has four letters.
    void put(std::string_view type, std::span<const Bytes> data);
    /// Adds a chunk and keeps its data.
    void put(std::string_view type, std::vector<std::byte> data);

    /// Reads it as RGBA of 8 or 16 bits a channel into rows of this many bytes; pixels of a palette with its
    /// alpha. Returns the reason for a failure, or empty.
    std::string read_pixels(std::span<std::byte> rows, std::size_t row_bytes);

    /// Copies the next bytes. Returns false if there are not so many.
    bool read(std::span<std::byte> target);

private:
    Bytes own(std::vector<std::byte> bytes);

    std::deque<std::vector<std::byte>> own_{};
    std::vector<Bytes> pieces_{};
    std::size_t piece_ = 0; ///< the next to be read
};

}
