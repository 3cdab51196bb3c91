#include "image/thumbnail.h"

#include "base/parallel.h"
#include "color/oklab.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <limits>

namespace huedrift {
namespace {

/// Of each code, in units of 1 / 65535. Integers give every machine the same bytes.
std::array<std::uint32_t, 256> light_table() {
    std::array<std::uint32_t, 256> light{};
    std::ranges::transform(decode_table(Transfer::srgb), light.begin(),
                           [](double v) { return static_cast<std::uint32_t>(65535 * v + 0.5); });
    return light;
}

/// The columns or rows of the large picture that one of the small picture covers, the outermost perhaps in
/// part.
class Stretch {
public:
    Stretch(std::size_t at, std::size_t small, std::size_t large)
        : small_(small), low_(at * large), high_(low_ + large) {
        assert(at < small && small <= large);
    }

    std::size_t begin() const { return low_ / small_; }
    std::size_t end() const { return (high_ + small_ - 1) / small_; }
    /// How much of one it covers. The sum of all is the large picture's side.
    std::uint64_t share(std::size_t i) const {
        assert(i >= begin() && i < end());
        return std::min((i + 1) * small_, high_) - std::max(i * small_, low_);
    }

private:
    std::size_t small_, low_, high_; ///< the latter two in parts of which a large pixel has `small_`
};

Rgba8 mean(const ImageView& image, const Stretch& columns, const Stretch& rows) {
    static const std::array<std::uint32_t, 256> light = light_table();
    std::uint64_t r = 0, g = 0, b = 0, a = 0;
    for (std::size_t y = rows.begin(); y < rows.end(); ++y)
        for (std::size_t x = columns.begin(); x < columns.end(); ++x) {
            const Rgba8 pixel = image.pixels[y * std::size_t(image.width) + x];
            const std::uint64_t weight = rows.share(y) * columns.share(x) * pixel.a;
            r += weight * light[pixel.r];
            g += weight * light[pixel.g];
            b += weight * light[pixel.b];
            a += weight;
        }
    if (a == 0) return {};
    const auto code = [&](std::uint64_t sum) {
        return encode(static_cast<double>(sum) / (65535 * static_cast<double>(a)), Transfer::srgb);
    };
    const std::uint64_t area = std::uint64_t(image.width) * std::uint64_t(image.height);
    return {code(r), code(g), code(b), static_cast<std::uint8_t>((a + area / 2) / area)};
}

/// The pixel of a square that is nearest to the mean, the first of equally near ones.
Rgba8 typical(const ImageView& image, std::size_t left, std::size_t top, std::size_t side) {
    const auto width = std::size_t(image.width);
    const std::size_t right = std::min(left + side, width),
                      bottom = std::min(top + side, std::size_t(image.height));
    const auto each = [&](const auto& act) {
        for (std::size_t y = top; y < bottom; ++y)
            for (std::size_t x = left; x < right; ++x)
                if (const Rgba8& pixel = image.pixels[y * width + x]; pixel.a != 0) act(pixel);
    };
    int visible = 0, r = 0, g = 0, b = 0;
    each([&](const Rgba8& pixel) { ++visible, r += pixel.r, g += pixel.g, b += pixel.b; });
    Rgba8 nearest{};
    if (2 * std::size_t(visible) < (right - left) * (bottom - top)) return nearest;
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    const auto squared = [&](int code, int sum) {
        const std::int64_t difference = std::int64_t{code} * visible - sum;
        return difference * difference;
    };
    each([&](const Rgba8& pixel) {
        const std::int64_t distance = squared(pixel.r, r) + squared(pixel.g, g) + squared(pixel.b, b);
        if (distance >= least) return;
        least = distance;
        nearest = pixel;
    });
    return nearest;
}

}

Image thumbnail(const ImageView& image, int max_side, Threads threads) {
    assert(image.is_whole() && max_side > 0);
    const int longer = std::max(image.width, image.height);
    if (longer <= max_side)
        return Image(image.width, image.height, {image.pixels.begin(), image.pixels.end()});
    const auto shrunk = [&](int side) {
        return std::max(1, int((std::int64_t{side} * max_side + longer / 2) / longer));
    };
    Image small(shrunk(image.width), shrunk(image.height));
    const auto width = std::size_t(small.width()), height = std::size_t(small.height());
    const auto shrink_rows = [&](std::size_t begin, std::size_t end) {
        for (std::size_t y = begin; y < end; ++y)
            for (std::size_t x = 0; x < width; ++x)
                small.pixels()[y * width + x] = mean(image, Stretch(x, width, std::size_t(image.width)),
                                                     Stretch(y, height, std::size_t(image.height)));
    };
    if (threads == Threads::this_one)
        shrink_rows(0, height);
    else
        parallel_ranges(height, 1, shrink_rows);
    return small;
}

ShrunkImage shrunk(const ImageView& image, std::size_t max_pixels, const Progress& progress) {
    assert(image.is_whole() && max_pixels > 0);
    ShrunkImage result;
    const auto halved = [&](int side) {
        return int((std::int64_t{side} + (1 << result.halvings) - 1) >> result.halvings);
    };
    while (std::size_t(halved(image.width)) * std::size_t(halved(image.height)) > max_pixels)
        ++result.halvings;
    result.image = Image(halved(image.width), halved(image.height));
    const std::size_t side = std::size_t{1} << result.halvings, width = std::size_t(result.image.width());
    parallel_pieces(std::size_t(result.image.height()), 1, progress, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin * width; i < end * width; ++i)
            result.image.pixels()[i] = typical(image, i % width * side, i / width * side, side);
    });
    return result;
}

}
