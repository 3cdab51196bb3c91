#include "reduction/color_set.h"

#include "base/error.h"
#include "base/parallel.h"
#include "color/oklab.h"
#include "palette/palette.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>

namespace huedrift {

ColorIndex::ColorIndex(std::size_t expected) {
    constexpr std::size_t lines = words / line, few = std::size_t{1} << 16;
    if (expected > few) {
        words_.resize(words);
        return;
    }
    places_.resize(lines);
    words_.reserve(line * (1 + std::min(expected, lines))); // untouched memory takes no pages
    words_.resize(line);
}

void ColorIndex::add_line(std::size_t number) {
    assert(words_.size() / line <= std::numeric_limits<std::uint16_t>::max());
    places_[number] = static_cast<std::uint16_t>(words_.size() / line);
    words_.resize(words_.size() + line);
}

std::uint32_t ColorIndex::count() {
    std::uint32_t total = 0;
    const auto count_words = [&](std::size_t first, std::size_t number) {
        for (Word& word : std::span(words_).subspan(first, number)) {
            word.before = total;
            total += ones(word.bits);
        }
    };
    if (places_.empty()) count_words(0, words_.size());
    for (const std::uint16_t place : places_)
        if (place != 0) count_words(place * line, line);
    return total;
}

ColorNumbers::ColorNumbers(std::span<const Rgb> colors, const Progress& progress) : index_(colors.size()) {
    each_index(colors.size(), progress, [&](std::size_t i) { index_.add(colors[i]); });
    numbers_.resize(index_.count());
    each_index(colors.size(), progress, [&](std::size_t i) {
        const std::size_t last = colors.size() - 1 - i; // so that of equal ones the first remains
        numbers_[index_[colors[last]]] = static_cast<std::uint32_t>(last);
    });
}

namespace {

/// The colour codes of visible pixels by their upper 12 bits, in 4096 blocks. The counts of one block stay in
/// the first-level cache, where a table of all 2^24 codes takes 64 MiB.
class CodeBlocks {
public:
    static constexpr std::size_t count = 1 << 12, codes = 1 << 12;

    /// Throws Error(cancelled).
    CodeBlocks(std::span<const Rgba8> pixels, const Progress& progress);

    /// The blocks that have pixels, ascending.
    std::vector<std::size_t> used() const {
        std::vector<std::size_t> blocks;
        for (std::size_t block = 0; block < count; ++block)
            if (!lower_of(block).empty()) blocks.push_back(block);
        return blocks;
    }
    /// Calls `body(code, pixels)` for each code of a block that has pixels, ascending. The codes are the
    /// lower 12 bits.
    template <class Body>
    void for_each(std::size_t block, const Body& body) const {
        const std::span<const std::uint16_t> lower = lower_of(block);
        if (lower.size() > max_sorted) return for_each_tallied(lower, body);
        for (std::size_t i = 0; i < lower.size();) {
            const std::size_t first = i;
            while (i < lower.size() && lower[i] == lower[first]) ++i;
            body(lower[first], static_cast<std::uint32_t>(i - first));
        }
    }

private:
    /// Blocks with at most so many pixels are sorted: that takes less time than to clear and read all counts.
    static constexpr std::size_t max_sorted = 1 << 10;

    std::span<std::uint16_t> lower_of(std::size_t block) const {
        return {lower_.get() + begins_[block], begins_[block + 1] - begins_[block]};
    }
    template <class Body>
    static void for_each_tallied(std::span<const std::uint16_t> lower, const Body& body) {
        std::array<std::uint32_t, codes> counts{};
        for (const std::uint16_t code : lower) ++counts[code];
        for (std::size_t code = 0; code < codes; ++code)
            if (counts[code] != 0) body(code, counts[code]);
    }

    std::unique_ptr<std::uint16_t[]> lower_; ///< the lower 12 bits of the codes, block by block
    std::vector<std::size_t> begins_;        ///< of each block; the last is the end
};

constexpr std::uint32_t lower_bits = 12;

std::uint32_t code_of(Rgba8 pixel) { return Rgb{pixel.r, pixel.g, pixel.b}.code(); }

/// For each block the place of its next pixel, or how many it has.
using Places = std::array<std::size_t, CodeBlocks::count>;

/// A few pieces for each thread; each has places for every block.
std::size_t pieces_of(std::size_t pixels) { return std::clamp<std::size_t>(pixels >> 18, 1, 64); }

CodeBlocks::CodeBlocks(std::span<const Rgba8> pixels, const Progress& progress) : begins_(count + 1) {
    const std::size_t pieces = pieces_of(pixels.size());
    const auto piece = [&](std::size_t i) {
        const std::size_t begin = pixels.size() * i / pieces;
        return pixels.subspan(begin, pixels.size() * (i + 1) / pieces - begin);
    };
    std::vector<Places> places(pieces);
    parallel_indices(pieces, 1, progress, [&](std::size_t i) {
        for (const Rgba8 pixel : piece(i)) places[i][code_of(pixel) >> lower_bits] += pixel.a != 0;
    });
    std::size_t place = 0;
    for (std::size_t block = 0; block < count; ++block) {
        begins_[block] = place;
        for (Places& of_piece : places) place += std::exchange(of_piece[block], place);
    }
    begins_[count] = place;
    assert(place <= pixels.size());
    lower_ = std::make_unique_for_overwrite<std::uint16_t[]>(place);
    parallel_indices(pieces, 1, progress, [&](std::size_t i) {
        for (const Rgba8 pixel : piece(i)) {
            if (pixel.a == 0) continue;
            const std::uint32_t code = code_of(pixel);
            assert(places[i][code >> lower_bits] < begins_[(code >> lower_bits) + 1]);
            lower_[places[i][code >> lower_bits]++] = static_cast<std::uint16_t>(code & (codes - 1));
        }
    });
    parallel_indices(count, 1 << 5, progress, [&](std::size_t block) {
        if (const auto lower = lower_of(block); lower.size() <= max_sorted) std::ranges::sort(lower);
    });
}

std::uint64_t next_id() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

/// 64 codes, whose bits are one word of the index.
constexpr std::size_t words_per_block = CodeBlocks::codes / 64;

}

ColorSet::ColorSet(const ImageView& image, Transfer transfer, const Progress& progress)
    : transfer_(transfer), index_(image.pixels.size()), id_(next_id()) {
    count_colors(image.pixels, progress);
    compute_positions(progress);
}

void ColorSet::count_colors(std::span<const Rgba8> pixels, const Progress& progress) {
    assert(colors_.empty());
    const CodeBlocks blocks(pixels, progress);
    const std::vector<std::size_t> used = blocks.used();
    const auto note = [&](std::size_t number) {
        const std::size_t block = used[number];
        std::array<std::uint64_t, words_per_block> words{};
        blocks.for_each(block, [&](std::size_t code, std::uint32_t) {
            words[code >> 6] |= std::uint64_t{1} << (code & 63);
        });
        for (std::size_t i = 0; i < words.size(); ++i)
            if (words[i] != 0) index_.set_word(words_per_block * block + i, words[i]);
    };
    if (index_.has_all_words())
        parallel_indices(used.size(), 1 << 5, progress, note);
    else
        each_index(used.size(), progress, note);
    const std::uint32_t size = index_.count();
    colors_.resize(size);
    counts_.resize(size);
    parallel_indices(used.size(), 1 << 5, progress, [&](std::size_t number) {
        const std::size_t block = used[number];
        std::optional<std::uint32_t> i;
        blocks.for_each(block, [&](std::size_t code, std::uint32_t pixels) {
            if (!i) i = index_.before(words_per_block * block + (code >> 6));
            colors_[*i] = Rgb::from_code(static_cast<std::uint32_t>(CodeBlocks::codes * block + code));
            counts_[(*i)++] = pixels;
        });
    });
}

ColorSet::ColorSet(std::vector<Rgb> colors, std::vector<std::uint32_t> counts, Transfer transfer,
                   const Progress& progress)
    : transfer_(transfer), colors_(std::move(colors)), counts_(std::move(counts)), index_(colors_.size()),
      id_(next_id()) {
    const bool ascending =
        std::adjacent_find(colors_.begin(), colors_.end(), std::greater_equal<>()) == colors_.end();
    if (!ascending || counts_.size() != colors_.size() || std::count(counts_.begin(), counts_.end(), 0u) != 0)
        throw Error(ErrorKind::failed, "colours must be distinct, ascending and each with a count");
    each_index(size(), progress, [&](std::size_t i) { index_.add(colors_[i]); });
    index_.count();
    compute_positions(progress);
}

ColorSet ColorSet::from_points(std::vector<Position> positions, std::vector<std::uint32_t> counts,
                               Transfer transfer) {
    assert(positions.size() == counts.size());
    assert(std::ranges::all_of(positions, [](const Position& p) {
        constexpr std::int32_t half = units_per_one / 2;
        return p.l >= 0 && p.l <= units_per_one && std::abs(p.a) <= half && std::abs(p.b) <= half;
    }));
    ColorSet set;
    set.transfer_ = transfer;
    set.id_ = next_id();
    set.colors_.resize(positions.size());
    set.positions_ = std::move(positions);
    set.counts_ = std::move(counts);
    set.count_pixels();
    return set;
}

void ColorSet::compute_positions(const Progress& progress) {
    positions_ = positions_of(colors_, transfer_, progress);
    count_pixels();
}

void ColorSet::count_pixels() {
    assert(counts_.size() == colors_.size() && positions_.size() == colors_.size());
    assert(std::ranges::find(counts_, 0u) == counts_.end());
    pixels_ = std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0});
    if (pixels_ > max_pixels)
        throw Error(ErrorKind::failed, "more than 2^37 pixels cannot be summed exactly");
}

}
