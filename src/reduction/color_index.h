#pragma once

#include "color/rgb.h"

#include <bit>
#include <cstdint>
#include <vector>

namespace huedrift {

/// Finds a colour's index among the distinct colours, by 2^24 bits with a running count per 64-bit word.
/// These 3 MiB stay in cache, where a table of 2^24 indices (64 MiB) would not.
class ColorIndex {
public:
    ColorIndex() : bits_(words, 0), before_(words, 0) {}

    /// Sets the bits of 64 colour codes, from 64 * word on.
    void set_word(std::size_t word, std::uint64_t bits) { bits_[word] = bits; }
    std::uint64_t word(std::size_t word) const { return bits_[word]; }
    /// The index of the first colour of a word. Only after count().
    std::uint32_t before(std::size_t word) const { return before_[word]; }
    /// Computes the running counts and returns the number of colours. Call it once all words are set.
    std::uint32_t count();

    bool contains(Rgb color) const { return bits_[color.code() >> 6] >> (color.code() & 63) & 1; }
    /// The index of a colour among those in the set, in the order of their codes. Only for colours in the
    /// set.
    std::uint32_t operator[](Rgb color) const {
        const std::uint32_t code = color.code();
        const std::uint64_t below = bits_[code >> 6] & ((std::uint64_t{1} << (code & 63)) - 1);
        return before_[code >> 6] + static_cast<std::uint32_t>(std::popcount(below));
    }

    static constexpr std::size_t words = rgb_codes / 64;

private:
    std::vector<std::uint64_t> bits_;
    std::vector<std::uint32_t> before_;
};

}
