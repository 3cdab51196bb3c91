#pragma once

#include "base/progress.h"
#include "color/oklab.h"
#include "color/position.h"
#include "image/image.h"

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace huedrift {

/// Finds a colour's index among the distinct colours, by 2^24 bits with a running count beside each 64 of
/// them. These 4 MiB stay in cache, where a table of 2^24 indices (64 MiB) would not. Of few colours only the
/// lines of 512 codes that occur are there: an icon would otherwise spend most of its time on the rest.
class ColorIndex {
public:
    /// For about so many colours; with more it takes longer.
    explicit ColorIndex(std::size_t expected = rgb_codes);

    /// Whether set_word() may be called for different words at the same time.
    bool has_all_words() const { return places_.empty(); }
    /// Sets the bits of 64 colour codes, from 64 * word on.
    void set_word(std::size_t word, std::uint64_t bits) { words_[added_place(word)].bits = bits; }
    std::uint64_t word(std::size_t word) const { return words_[place_of(word)].bits; }
    void add(Rgb color) {
        words_[added_place(color.code() >> 6)].bits |= std::uint64_t{1} << (color.code() & 63);
    }
    /// The index of the first colour of a word that has colours. Only after count().
    std::uint32_t before(std::size_t word) const { return words_[place_of(word)].before; }
    /// Computes the running counts and returns the number of colours. Call it once all words are set.
    std::uint32_t count();

    bool contains(Rgb color) const {
        return words_[place_of(color.code() >> 6)].bits >> (color.code() & 63) & 1;
    }
    /// The index of a colour among those in the set, in the order of their codes. Only for colours in the
    /// set.
    std::uint32_t operator[](Rgb color) const {
        assert(contains(color));
        const std::uint32_t code = color.code();
        const Word& word = words_[place_of(code >> 6)];
        const std::uint64_t below = word.bits & ((std::uint64_t{1} << (code & 63)) - 1);
        return word.before + ones(below);
    }

    static constexpr std::size_t words = rgb_codes / 64;

private:
    static constexpr std::size_t line = 8; ///< words

    /// As std::popcount(), which is a call where the compiler may not use the processor's instruction.
    static constexpr std::uint32_t ones(std::uint64_t bits) {
        bits -= bits >> 1 & 0x5555555555555555;
        bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333);
        bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0f;
        return static_cast<std::uint32_t>(bits * 0x0101010101010101 >> 56);
    }

    std::size_t place_of(std::size_t word) const {
        assert(word < words);
        return places_.empty() ? word : places_[word / line] * line + word % line;
    }
    /// The same, after a place was made for its line.
    std::size_t added_place(std::size_t word) {
        if (!places_.empty() && places_[word / line] == 0) add_line(word / line);
        return place_of(word);
    }
    void add_line(std::size_t number);

    /// Both lie in one cache line, as most look-ups miss the nearest caches.
    struct Word {
        std::uint64_t bits = 0;
        std::uint32_t before = 0;
    };
    std::vector<std::uint16_t> places_; ///< of each line in words_, or 0: it has no colours; empty: all words
    std::vector<Word> words_;           ///< with places, line 0 stays empty
};

/// Finds the numbers of colours that are listed in any order, of equal ones the first. Of 2^24 colours it
/// takes 68 MiB, where a map would take a gigabyte.
class ColorNumbers {
public:
    /// Throws Error(cancelled).
    explicit ColorNumbers(std::span<const Rgb> colors, const Progress& progress = {});

    bool contains(Rgb color) const { return index_.contains(color); }
    /// Only for colours that are listed.
    std::uint32_t operator[](Rgb color) const { return numbers_[index_[color]]; }
    /// How many colours differ.
    std::size_t size() const { return numbers_.size(); }

private:
    ColorIndex index_;
    std::vector<std::uint32_t> numbers_; ///< by the colours' codes
};

/// The analysis of an image: its distinct colours (of pixels with alpha > 0), the count of each and its
/// position in Oklab. Computed once for an image and transfer, for every radius and both weightings.
class ColorSet {
public:
    /// Throws Error(cancelled).
    ColorSet(const ImageView& image, Transfer transfer, const Progress& progress = {});

    /// Up to this number every weighted sum of the definition's step fits in 64 bits, as coordinates are at
    /// most 2^24 units.
    static constexpr std::uint64_t max_pixels = std::uint64_t{1} << 37;

    std::size_t size() const { return colors_.size(); }
    bool empty() const { return colors_.empty(); }
    Transfer transfer() const { return transfer_; }
    /// Distinct colours in the order of their codes 0xRRGGBB; counts and positions have the same order.
    std::span<const Rgb> colors() const { return colors_; }
    /// Pixels of each colour, 1 to 2^31 - 1; their sum is pixels(), at most max_pixels.
    std::span<const std::uint32_t> counts() const { return counts_; }
    std::span<const Position> positions() const { return positions_; }
    /// Pixels with alpha > 0.
    std::uint64_t pixels() const { return pixels_; }
    const ColorIndex& index() const { return index_; }
    /// Unique in this process. Engines cache their data of an image under it.
    std::uint64_t id() const { return id_; }

    /// Takes colours, in ascending order of their codes, and their counts. For colour tables, tests and
    /// previews. Throws Error(failed) when colours are not ascending or a count is 0, and Error(cancelled).
    ColorSet(std::vector<Rgb> colors, std::vector<std::uint32_t> counts, Transfer transfer,
             const Progress& progress = {});
    /// Takes points, which need not be positions of colours. l must be in [0, 2^24], a and b in [-2^23,
    /// 2^23], as for colours. For tests and previews.
    static ColorSet from_points(std::vector<Position> positions, std::vector<std::uint32_t> counts,
                                Transfer transfer = Transfer::srgb);

private:
    ColorSet() = default;
    void count_colors(std::span<const Rgba8> pixels, const Progress& progress);
    void compute_positions(const Progress& progress);
    void count_pixels();

    Transfer transfer_ = Transfer::srgb;
    std::vector<Rgb> colors_;
    std::vector<std::uint32_t> counts_;
    std::vector<Position> positions_;
    std::uint64_t pixels_ = 0;
    ColorIndex index_{0};
    std::uint64_t id_ = 0;
};

}
