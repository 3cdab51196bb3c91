#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace huedrift {

/// The bits of a JPEG scan up to the next marker (ITU-T T.81, F.2.2.5); FF 00 stands for the byte FF.
class JpegBits {
public:
    JpegBits(std::span<const std::byte> file, std::size_t at) : file_(file), at_(std::min(at, file.size())) {}

    /// The next 16 bits, zeros where there are no more.
    std::uint32_t peek() {
        if (count_ < 32) fill(); // with those that skip() is asked for then
        return static_cast<std::uint32_t>(bits_ >> 48);
    }
    /// Goes on by up to 32 bits; false when there are not so many.
    bool skip(int bits) {
        if (bits > count_) fill();
        if (bits > count_) return false;
        bits_ <<= bits;
        count_ -= bits;
        return true;
    }
    /// Goes on behind the restart marker that stands here; false where none does.
    bool restart();
    /// Where the bits that were not looked at yet begin.
    std::size_t at() const { return at_; }

private:
    void fill();
    bool fill_at_once(); ///< false where it takes a look at each byte
    std::uint32_t byte(std::size_t at) const {
        return at < file_.size() ? std::to_integer<std::uint32_t>(file_[at]) : 0xFF;
    }

    std::span<const std::byte> file_;
    std::size_t at_;
    std::uint64_t bits_ = 0; ///< the next at the top, zeros below
    int count_ = 0;
};

/// A Huffman table of T.81, annex C.
class JpegHuffman {
public:
    /// `counts`: how many codes there are of 1 to 16 bits. `symbols` as many. False when there cannot be such
    /// codes.
    bool define(std::span<const std::byte, 16> counts, std::span<const std::byte> symbols);

    struct Code {
        std::uint8_t bits = 0; ///< 0: there is no such code
        std::uint8_t symbol = 0;
    };
    /// The code that 16 bits begin with.
    Code find(std::uint32_t peeked) const {
        const Code code = short_[peeked >> (16 - short_bits)];
        return code.bits > 0 ? code : find_long(peeked);
    }

private:
    static constexpr int short_bits = 9;
    Code find_long(std::uint32_t peeked) const;

    std::array<Code, std::size_t{1} << short_bits> short_{};
    std::array<std::uint32_t, 17> end_{};  ///< by length, behind its last code, with zeros up to 16 bits
    std::array<std::int32_t, 17> first_{}; ///< by length, what leads from a code to its symbol
    std::array<std::uint8_t, 256> symbols_{};
};

}
