#include "dither/texture.h"

#include "base/parallel.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace huedrift {
namespace {

/// Texture is measured in a square of 5 x 5 pixels around each.
constexpr std::size_t reach = 2, side = 2 * reach + 1;
/// Distances from the nearest entry count as no less, in units: 0.01.
constexpr std::uint32_t least_distance = 167772;

using Numbers = std::vector<std::int32_t>;

/// A row of pixels. Their numbers lie apart, so that many are processed at the same time.
struct TexturedRow {
    Numbers l, a, b;
    Numbers visible;   ///< -1, or 0 for transparent pixels
    Numbers contrasts; ///< the larger of those with the right and the lower neighbour
    std::vector<std::uint32_t> distances;

    void resize(std::size_t width) {
        for (Numbers* numbers : {&l, &a, &b, &visible, &contrasts}) numbers->resize(width);
        distances.resize(width);
    }
    /// The largest difference in a coordinate between this pixel and another, 0 if one is transparent.
    std::int32_t contrast(std::size_t x, const TexturedRow& other, std::size_t other_x) const {
        const std::int32_t most =
            std::max({std::abs(l[x] - other.l[other_x]), std::abs(a[x] - other.a[other_x]),
                      std::abs(b[x] - other.b[other_x])});
        return most & visible[x] & other.visible[other_x];
    }
};

/// Finds the shares of some rows of a frame, from top to bottom.
class TextureScan {
public:
    TextureScan(const DitherSource& source, std::span<const MatchedColor> colors,
                std::vector<std::uint8_t>& shares)
        : source_(source), colors_(colors), shares_(shares), width_(std::size_t(source.image.width)),
          contrasts_(width_ + 2 * reach), pixels_(contrasts_.size()) {
        for (TexturedRow& row : rows_) row.resize(width_);
    }

    /// The frame is from `top` to `bottom`.
    void run(std::size_t begin, std::size_t end, std::size_t top, std::size_t bottom) {
        std::size_t first = std::max(begin, top + reach) - reach, added = first;
        look_up(added);
        for (std::size_t y = begin; y < end; ++y) {
            for (; added < std::min(y + reach + 1, bottom); ++added) {
                if (added + 1 < bottom) look_up(added + 1);
                measure(added, added + 1 < bottom);
                count(row(added), +1);
            }
            for (; first + reach < y; ++first) count(row(first), -1);
            find_shares(y);
        }
    }

private:
    TexturedRow& row(std::size_t y) { return rows_[y % rows_.size()]; }

    void look_up(std::size_t y) {
        TexturedRow& here = row(y);
        for (std::size_t x = 0; x < width_; ++x) {
            const auto [r, g, b, a] = source_.image.pixels[y * width_ + x];
            here.visible[x] = a == 0 ? 0 : -1;
            if (a == 0) continue;
            const MatchedColor& color = colors_[source_.colors.index()[{r, g, b}]];
            here.l[x] = color.position.l;
            here.a[x] = color.position.a;
            here.b[x] = color.position.b;
            here.distances[x] = std::max(color.distance, least_distance);
        }
    }

    void measure(std::size_t y, bool has_below) {
        TexturedRow& here = row(y);
        const TexturedRow& below = row(y + 1);
        here.contrasts[width_ - 1] = 0;
        for (std::size_t x = 0; x + 1 < width_; ++x) here.contrasts[x] = here.contrast(x, here, x + 1);
        if (!has_below) return;
        for (std::size_t x = 0; x < width_; ++x)
            here.contrasts[x] = std::max(here.contrasts[x], here.contrast(x, below, x));
    }

    void count(const TexturedRow& row, std::int32_t times) {
        for (std::size_t x = 0; x < width_; ++x) contrasts_[x + reach] += times * row.contrasts[x];
        for (std::size_t x = 0; x < width_; ++x) pixels_[x + reach] -= times * row.visible[x];
    }

    /// With the mean contrast t and the distance d of the pixel from its entry: all up to t = d, none from 3
    /// d on.
    void find_shares(std::size_t y) {
        const TexturedRow& here = row(y);
        std::int64_t contrast = 0, pixels = 0;
        for (std::size_t x = 0; x < contrasts_.size(); ++x) {
            contrast += contrasts_[x];
            pixels += pixels_[x];
            if (x < side - 1) continue;
            const std::size_t left = x - (side - 1);
            if (here.visible[left] != 0)
                shares_[y * width_ + left] = share(contrast, pixels * here.distances[left]);
            contrast -= contrasts_[left];
            pixels -= pixels_[left];
        }
    }
    static std::uint8_t share(std::int64_t contrast, std::int64_t distance) {
        if (contrast <= distance) return full_share;
        const std::int64_t below = 3 * distance - contrast;
        // Quotients of doubles below 2^40 are as those of integers.
        return below <= 0 ? 0 : static_cast<std::uint8_t>(double(full_share * below) / double(2 * distance));
    }

    const DitherSource& source_;
    std::span<const MatchedColor> colors_;
    std::vector<std::uint8_t>& shares_;
    std::size_t width_;
    std::array<TexturedRow, side + 2> rows_; ///< a ring: of the square and one more below
    /// Of each column in the rows of the square, with empty columns on both sides. Sums are below 2^28.
    Numbers contrasts_, pixels_;
};

}

std::vector<std::uint8_t> mask_by_texture(const DitherSource& source, std::span<const MatchedColor> colors,
                                          const Progress& progress) {
    std::vector<std::uint8_t> shares(source.image.pixels.size());
    const std::size_t frame = frame_height(source);
    for (std::size_t top = 0; top < std::size_t(source.image.height); top += frame)
        parallel_pieces(frame, 64, progress, [&](std::size_t begin, std::size_t end) {
            TextureScan(source, colors, shares).run(top + begin, top + end, top, top + frame);
        });
    return shares;
}

}
