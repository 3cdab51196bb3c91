#include "reduction/difference.h"

#include "base/parallel.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <iterator>
#include <memory>

namespace huedrift {
namespace {

struct Distance {
    std::int64_t squared; ///< in squared units, below 2^53
    std::uint32_t pixels;
};

double in_oklab(std::int64_t squared_units) { return std::sqrt(double(squared_units)) / units_per_one; }

/// Ascending buckets of distances, 16 for each power of two.
constexpr std::size_t buckets = 1 + 53 * 16;

std::size_t bucket_of(const Distance& distance) {
    if (distance.squared == 0) return 0;
    constexpr std::uint64_t bucket_of_1 = 1023 << 4; // with the exponent as IEEE 754 stores it
    return (std::bit_cast<std::uint64_t>(double(distance.squared)) >> 48) - bucket_of_1 + 1;
}

/// Colours per piece, independent of the threads, so that sums are always rounded in the same way.
constexpr std::size_t block_size = 1 << 13;

struct Block {
    std::vector<Distance> distances{};
    double sum = 0; ///< of the pixels' distances
    std::int64_t farthest = 0;
    std::array<std::uint64_t, buckets> pixels{};
};

void measure(Block& block, const ColorSet& colors, const Palette& palette, std::span<const Position> results,
             std::size_t begin) {
    const PositionTable position(Transfer::srgb);
    for (std::size_t i = begin; i < std::min(begin + block_size, colors.size()); ++i) {
        const Position start =
            colors.transfer() == Transfer::srgb ? colors.positions()[i] : position(colors.colors()[i]);
        const Distance distance{squared_distance(start, results[palette.entry_of[i]]), colors.counts()[i]};
        block.distances.push_back(distance);
        block.sum += in_oklab(distance.squared) * distance.pixels;
        block.farthest = std::max(block.farthest, distance.squared);
        block.pixels[bucket_of(distance)] += distance.pixels;
    }
}

std::vector<Block> measured(const ColorSet& colors, const Palette& palette, const Progress& progress) {
    const PositionTable position(Transfer::srgb);
    std::vector<Position> results(palette.entries.size());
    for (std::size_t i = 0; i < results.size(); ++i) results[i] = position(palette.entries[i].color);
    std::vector<Block> blocks((colors.size() + block_size - 1) / block_size);
    parallel_ranges(blocks.size(), 1, [&](std::size_t begin, std::size_t end) {
        progress.throw_if_cancelled();
        for (std::size_t i = begin; i < end; ++i)
            measure(blocks[i], colors, palette, results, i * block_size);
    });
    return blocks;
}

/// The distances of one bucket, ascending.
std::vector<Distance> distances_in(std::size_t bucket, const std::vector<Block>& blocks) {
    std::vector<Distance> found;
    for (const Block& block : blocks)
        if (block.pixels[bucket] != 0)
            std::ranges::copy_if(block.distances, std::back_inserter(found),
                                 [&](const Distance& distance) { return bucket_of(distance) == bucket; });
    std::ranges::sort(found, {}, &Distance::squared);
    return found;
}

/// The smallest squared distance that this many pixels do not exceed.
std::int64_t smallest_not_exceeded_by(std::uint64_t pixels, const std::vector<Block>& blocks) {
    std::uint64_t seen = 0;
    for (std::size_t bucket = 0;; ++bucket) {
        std::uint64_t here = 0;
        for (const Block& block : blocks) here += block.pixels[bucket];
        if (seen + here < pixels) {
            seen += here;
            continue;
        }
        for (const Distance& distance : distances_in(bucket, blocks))
            if ((seen += distance.pixels) >= pixels) return distance.squared;
    }
}

/// Compares two pictures pixel by pixel.
class ComparedPixels {
public:
    ComparedPixels(const ImageView& source, const ColorSet& colors, const ImageView& result,
                   std::span<const Rgb> palette)
        : source_(source), result_(result), colors_(colors),
          blocks_((source.pixels.size() + side - 1) / side) {
        std::vector<Rgb> sorted(palette.begin(), palette.end());
        std::ranges::sort(sorted);
        sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
        std::vector<std::uint32_t> ones(sorted.size(), 1);
        palette_ = std::make_unique<ColorSet>(std::move(sorted), std::move(ones), Transfer::srgb);
    }

    Difference measured(const Progress& progress) {
        parallel_pieces(blocks_.size(), 1, progress, [&](std::size_t i, std::size_t) { measure(i); });
        PixelBlock all;
        for (const PixelBlock& block : blocks_) {
            all.sum += block.sum;
            all.visible += block.visible;
            all.farthest = std::max(all.farthest, block.farthest);
            for (std::size_t i = 0; i < buckets; ++i) all.pixels[i] += block.pixels[i];
        }
        if (all.visible == 0) return {};
        std::uint64_t most = (all.visible * 19 + 19) / 20;
        std::size_t bucket = 0;
        for (; all.pixels[bucket] < most; ++bucket) most -= all.pixels[bucket];
        return {.mean = all.sum / double(all.visible),
                .percentile_95 = in_oklab(nth_in(bucket, most, progress)),
                .maximum = in_oklab(all.farthest)};
    }

private:
    static constexpr std::size_t side = 1 << 16; ///< pixels of a block
    struct PixelBlock {
        double sum = 0;
        std::uint64_t visible = 0;
        std::int64_t farthest = 0;
        std::array<std::uint32_t, buckets> pixels{};
    };

    /// Calls `act` with the squared distance of each pixel of a block.
    template <class Act>
    void each(std::size_t block, const Act& act) const {
        for (std::size_t i = block * side; i < std::min((block + 1) * side, source_.pixels.size()); ++i) {
            const Rgba8 x = source_.pixels[i], y = result_.pixels[i];
            if (x.a == 0 || y.a == 0) continue;
            const std::size_t color = colors_.index()[{x.r, x.g, x.b}],
                              entry = palette_->index()[{y.r, y.g, y.b}];
            act(squared_distance(colors_.positions()[color], palette_->positions()[entry]));
        }
    }

    void measure(std::size_t number) {
        PixelBlock& block = blocks_[number];
        each(number, [&](std::int64_t squared) {
            block.sum += in_oklab(squared);
            block.farthest = std::max(block.farthest, squared);
            ++block.visible;
            ++block.pixels[bucket_of({squared, 1})];
        });
    }

    /// The squared distance of this rank, from 1, among those in a bucket.
    std::int64_t nth_in(std::size_t bucket, std::uint64_t rank, const Progress& progress) const {
        std::vector<std::vector<std::int64_t>> found(blocks_.size());
        parallel_pieces(blocks_.size(), 1, progress, [&](std::size_t i, std::size_t) {
            if (blocks_[i].pixels[bucket] == 0) return;
            each(i, [&](std::int64_t squared) {
                if (bucket_of({squared, 1}) == bucket) found[i].push_back(squared);
            });
        });
        std::vector<std::int64_t> all;
        for (const auto& some : found) all.insert(all.end(), some.begin(), some.end());
        const auto nth = all.begin() + static_cast<std::ptrdiff_t>(rank - 1);
        std::ranges::nth_element(all, nth);
        return *nth;
    }

    ImageView source_, result_;
    const ColorSet& colors_;
    std::unique_ptr<const ColorSet> palette_;
    std::vector<PixelBlock> blocks_;
};

}

std::uint64_t total_distance(const ColorSet& colors, const Palette& palette) {
    std::atomic<std::uint64_t> total = 0;
    parallel_ranges(colors.size(), 1 << 14, [&](std::size_t begin, std::size_t end) {
        std::uint64_t part = 0; // exact: a squared distance is below 2^52
        for (std::size_t i = begin; i < end; ++i) {
            const Position& result = palette.entries[palette.entry_of[i]].position;
            const auto squared = static_cast<double>(squared_distance(colors.positions()[i], result));
            part += colors.counts()[i] * static_cast<std::uint64_t>(std::sqrt(squared));
        }
        total += part;
    });
    return total;
}

Difference difference(const ColorSet& colors, const Palette& palette, const Progress& progress) {
    if (colors.empty()) return {};
    const std::vector<Block> blocks = measured(colors, palette, progress);
    double sum = 0;
    for (const Block& block : blocks) sum += block.sum;
    const std::uint64_t most = (colors.pixels() * 19 + 19) / 20;
    return {.mean = sum / double(colors.pixels()),
            .percentile_95 = in_oklab(smallest_not_exceeded_by(most, blocks)),
            .maximum = in_oklab(std::ranges::max(blocks, {}, &Block::farthest).farthest)};
}

Difference difference(const ImageView& source, const ColorSet& colors, const ImageView& result,
                      std::span<const Rgb> palette, const Progress& progress) {
    if (colors.transfer() == Transfer::srgb)
        return ComparedPixels(source, colors, result, palette).measured(progress);
    const ColorSet as_seen({colors.colors().begin(), colors.colors().end()},
                           {colors.counts().begin(), colors.counts().end()}, Transfer::srgb);
    return ComparedPixels(source, as_seen, result, palette).measured(progress);
}

}
