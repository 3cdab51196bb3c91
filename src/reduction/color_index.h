#pragma once

#include "color/rgb.h"

#include <cstdint>
#include <vector>

namespace huedrift {

/// Finds a colour's index among the distinct colours, by 2^24 bits with a running count beside each 64 of
/// them. These 4 MiB stay in cache, where a table of 2^24 indices (64 MiB) would not.
class ColorIndex {
public:
    ColorIndex() : words_(words) {}

    /// Sets the bits of 64 colour codes, from 64 * word on.
    void set_word(std::size_t word, std::uint64_t bits) { words_[word].bits = bits; }
    std::uint64_t word(std::size_t word) const { return words_[word].bits; }
    /// The index of the first colour of a word. Only after count().
    std::uint32_t before(std::size_t word) const { return words_[word].before; }
    /// Computes the running counts and returns the number of colours. Call it once all words are set.
    std::uint32_t count() {
        std::uint32_t total = 0;
        for (Word& word : words_) {
            word.before = total;
            total += ones(word.bits);
        }
        return total;
    }

    bool contains(Rgb color) const { return words_[color.code() >> 6].bits >> (color.code() & 63) & 1; }
    /// The index of a colour among those in the set, in the order of their codes. Only for colours in the
    /// set.
    std::uint32_t operator[](Rgb color) const {
        const std::uint32_t code = color.code();
        const Word& word = words_[code >> 6];
        const std::uint64_t below = word.bits & ((std::uint64_t{1} << (code & 63)) - 1);
        return word.before + ones(below);
    }

    static constexpr std::size_t words = rgb_codes / 64;

private:
    /// As std::popcount(), which is a call where the compiler may not use the processor's instruction.
    static constexpr std::uint32_t ones(std::uint64_t bits) {
        bits -= bits >> 1 & 0x5555555555555555;
        bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333);
        bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0f;
        return static_cast<std::uint32_t>(bits * 0x0101010101010101 >> 56);
    }

    /// Both lie in one cache line, as most look-ups miss the nearest caches.
    struct Word {
        std::uint64_t bits = 0;
        std::uint32_t before = 0;
    };
    std::vector<Word> words_;
};

}
