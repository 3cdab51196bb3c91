#include "labels/contrast.h"

#include "base/parallel.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace huedrift {

namespace {

/// The square reaches this far from its middle.
constexpr std::size_t square_reach = 2, square_side = 2 * square_reach + 1;

using Numbers = std::vector<std::int32_t>;

/// A row of pixels. Their numbers lie apart, so that many are processed at the same time.
struct ScannedRow {
    Numbers l, a, b;
    Numbers visible;   ///< -1, or 0 for transparent pixels
    Numbers contrasts; ///< the larger of those with the right and the lower neighbour
    std::vector<std::uint32_t> colors;

    void resize(std::size_t width) {
        for (Numbers* numbers : {&l, &a, &b, &visible, &contrasts}) numbers->resize(width);
        colors.resize(width);
    }
    /// The largest difference in a coordinate between this pixel and another, 0 if one is transparent.
    std::int32_t contrast(std::size_t x, const ScannedRow& other, std::size_t other_x) const {
        const std::int32_t most =
            std::max({std::abs(l[x] - other.l[other_x]), std::abs(a[x] - other.a[other_x]),
                      std::abs(b[x] - other.b[other_x])});
        return most & visible[x] & other.visible[other_x];
    }
};

/// Scans some rows of a frame, from top to bottom.
class ContrastScan {
public:
    ContrastScan(const ImageView& image, const ColorSet& colors, FunctionRef<const ContrastRow&> found)
        : image_(image), colors_(colors), found_(found), width_(std::size_t(image.width)),
          columns_(width_ + 2 * square_reach), visible_columns_(columns_.size()), contrasts_(width_),
          pixels_(width_) {
        for (ScannedRow& row : rows_) row.resize(width_);
    }

    void run(const FrameRows& rows) {
        const auto [begin, end, top, bottom] = rows;
        assert(top <= begin && begin < end && end <= bottom && bottom <= std::size_t(image_.height));
        std::size_t first = std::max(begin, top + square_reach) - square_reach, added = first;
        look_up(added);
        for (std::size_t y = begin; y < end; ++y) {
            for (; added < std::min(y + square_reach + 1, bottom); ++added) {
                if (added + 1 < bottom) look_up(added + 1);
                measure(added, added + 1 < bottom);
                count(row(added), +1);
            }
            for (; first + square_reach < y; ++first) count(row(first), -1);
            sum_squares(columns_, contrasts_);
            sum_squares(visible_columns_, pixels_);
            found_({y * width_, row(y).colors, contrasts_, pixels_});
        }
    }

private:
    ScannedRow& row(std::size_t y) { return rows_[y % rows_.size()]; }

    /// Positions lie all over the memory, so they are fetched some pixels ahead.
    void look_up(std::size_t y) {
        constexpr std::size_t at_once = 64;
        ScannedRow& here = row(y);
        const Rgba8* const pixels = image_.pixels.data() + y * width_;
        const Position* const positions = colors_.positions().data();
        const ColorIndex& index = colors_.index();
        for (std::size_t begin = 0; begin < width_; begin += at_once) {
            const std::size_t end = std::min(begin + at_once, width_);
            for (std::size_t x = begin; x < end; ++x) {
                const auto [r, g, b, a] = pixels[x];
                here.visible[x] = a == 0 ? 0 : -1;
                here.colors[x] = a == 0 ? ContrastRow::transparent : index[{r, g, b}];
                if (a != 0) __builtin_prefetch(positions + here.colors[x]);
            }
            for (std::size_t x = begin; x < end; ++x) {
                if (here.visible[x] == 0) continue;
                const Position& position = positions[here.colors[x]];
                here.l[x] = position.l;
                here.a[x] = position.a;
                here.b[x] = position.b;
            }
        }
    }

    void measure(std::size_t y, bool has_below) {
        ScannedRow& here = row(y);
        const ScannedRow& below = row(y + 1);
        assert(width_ > 0);
        here.contrasts[width_ - 1] = 0;
        for (std::size_t x = 0; x + 1 < width_; ++x) here.contrasts[x] = here.contrast(x, here, x + 1);
        if (!has_below) return;
        for (std::size_t x = 0; x < width_; ++x)
            here.contrasts[x] = std::max(here.contrasts[x], here.contrast(x, below, x));
    }

    void count(const ScannedRow& row, std::int32_t times) {
        for (std::size_t x = 0; x < width_; ++x) columns_[x + square_reach] += times * row.contrasts[x];
        for (std::size_t x = 0; x < width_; ++x) visible_columns_[x + square_reach] -= times * row.visible[x];
    }

    static void sum_squares(const Numbers& columns, Numbers& sums) {
        static_assert(square_side == 5);
        assert(columns.size() == sums.size() + square_side - 1);
        for (std::size_t x = 0; x < sums.size(); ++x)
            sums[x] = columns[x] + columns[x + 1] + columns[x + 2] + columns[x + 3] + columns[x + 4];
    }

    const ImageView& image_;
    const ColorSet& colors_;
    FunctionRef<const ContrastRow&> found_;
    std::size_t width_;
    std::array<ScannedRow, square_side + 2> rows_; ///< a ring: of the square and one more below
    /// Of each column in the rows of the square, with empty columns on both sides. Sums are below 2^29.
    Numbers columns_, visible_columns_;
    Numbers contrasts_, pixels_; ///< of the squares
};

/// Weights of a pixel, and mean contrasts in units: 0.006 and 0.02.
constexpr std::uint32_t textured_weight = 16;
constexpr std::int32_t weight_of_smoothness = 32, smooth_contrast = 100663, textured_contrast = 335544;

/// The weight that smoothness adds to a pixel.
std::uint32_t extra_weight(std::int32_t contrast, std::int32_t pixels) {
    assert(pixels >= 0 && pixels <= 25 && contrast >= 0 && contrast <= 25 << 24);
    const std::int32_t most = pixels * (textured_contrast - smooth_contrast),
                       below = std::clamp(pixels * textured_contrast - contrast, 0, most);
    // Many quotients of doubles are found at the same time, and below 2^40 they are as those of integers.
    return static_cast<std::uint32_t>(
        static_cast<std::int32_t>(double(weight_of_smoothness * below) / double(std::max(most, 1))));
}

}

void scan_contrasts(const ImageView& image, std::size_t frame_height, const ColorSet& colors,
                    const Progress& progress, FunctionRef<const ContrastRow&> found) {
    assert(image.is_whole());
    assert(image.height == 0 || (frame_height > 0 && std::size_t(image.height) % frame_height == 0));
    for (std::size_t top = 0; top < std::size_t(image.height); top += frame_height)
        parallel_pieces(frame_height, 64, progress, [&](std::size_t begin, std::size_t end) {
            scan_contrasts(image, {top + begin, top + end, top, top + frame_height}, colors, found);
        });
}

void scan_contrasts(const ImageView& image, const FrameRows& rows, const ColorSet& colors,
                    FunctionRef<const ContrastRow&> found) {
    ContrastScan(image, colors, found).run(rows);
}

std::vector<std::uint32_t> weigh_smooth_areas(const ImageView& image, const ColorSet& colors,
                                              const Progress& progress,
                                              std::span<const std::uint8_t> importances) {
    assert(importances.empty() || importances.size() == image.pixels.size());
    assert(colors.pixels() <= std::uint64_t{1} << 26);
    auto weights = zeros<std::uint32_t>(colors.size(), progress);
    scan_contrasts(image, std::size_t(image.height), colors, progress, [&](const ContrastRow& row) {
        std::vector<std::uint32_t> extras(row.colors.size());
        for (std::size_t x = 0; x < extras.size(); ++x)
            extras[x] = extra_weight(row.contrasts[x], row.pixels[x]) *
                        (importances.empty() ? 1U : importances[row.first + x]);
        // Neighbouring pixels of one colour are added at once, as threads may wait for each other there.
        for (std::size_t x = 0, next = 0; x < extras.size(); x = next) {
            const std::uint32_t color = row.colors[x];
            std::uint32_t sum = 0;
            for (; next < extras.size() && row.colors[next] == color; ++next) sum += extras[next];
            if (color != ContrastRow::transparent && sum != 0)
                std::atomic_ref(weights[color]).fetch_add(sum, std::memory_order_relaxed);
        }
    });
    for (std::size_t i = 0; i < weights.size(); ++i) weights[i] += textured_weight * colors.counts()[i];
    return weights;
}

}
