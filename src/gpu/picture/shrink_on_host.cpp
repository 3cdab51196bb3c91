#include "gpu/picture/shrink_on_host.h"

#include "base/parallel.h"
#include "color/oklab.h"

#include <algorithm>
#include <array>

namespace huedrift::gpu {
namespace {

using Level = Pyramid::Level;

/// Premultiplied light and alpha, in units of 1 / 65535.
using Light = std::array<float, 4>;
/// The same as a level stores it.
using Stored = std::array<std::uint16_t, 4>;

std::array<float, 256> light_table() {
    std::array<float, 256> light{};
    std::ranges::transform(decode_table(Transfer::srgb), light.begin(),
                           [](double v) { return static_cast<float>(65535 * v); });
    return light;
}

Light light_of(Rgba8 pixel) {
    static const std::array<float, 256> light = light_table();
    const float alpha = float(pixel.a) / 255;
    return {light[pixel.r] * alpha, light[pixel.g] * alpha, light[pixel.b] * alpha, 65535 * alpha};
}

Light light_of(const Stored& pixel) {
    return {float(pixel[0]), float(pixel[1]), float(pixel[2]), float(pixel[3])};
}

/// How much of two columns or rows belongs to the picture, of which the last one may have a part only.
std::array<float, 2> shares(std::size_t first, std::size_t count, float last) {
    const float one = first + 1 == count ? last : 1;
    return {one, first + 1 >= count ? 0 : first + 2 == count ? last : 1};
}

/// The memory of both is the host's.
class HostPyramid {
public:
    HostPyramid(std::span<const Rgba8> picture, const Pyramid& pyramid)
        : picture_(picture), pyramid_(pyramid), smaller_(pyramid.smaller.host_memory()) {}

    /// Computes rows of a level from the one before.
    void fill(std::size_t level, std::size_t first, std::size_t last) const {
        if (level == 1)
            fill(level, picture_.data(), first, last);
        else
            fill(level, stored(level - 1), first, last);
    }
    std::size_t levels() const { return pyramid_.levels.size(); }
    std::size_t rows(std::size_t level) const { return pyramid_.levels[level].height; }

private:
    Stored* stored(std::size_t level) const {
        return reinterpret_cast<Stored*>(smaller_.data() + pyramid_.levels[level].offset);
    }

    template <class Pixel>
    void fill(std::size_t level, const Pixel* source, std::size_t first, std::size_t last) const {
        const Level &from = pyramid_.levels[level - 1], &to = pyramid_.levels[level];
        for (std::size_t y = first; y < last; ++y) {
            const auto tall = shares(2 * y, from.height, pyramid_.last_row(level - 1));
            const Pixel* const top = source + 2 * y * from.width;
            const Pixel* const bottom = tall[1] == 0 ? top : top + from.width;
            Stored* const row = stored(level) + y * to.width;
            const auto mean = [&](std::size_t x, const std::array<float, 2>& wide) {
                const std::size_t left = 2 * x, right = wide[1] == 0 ? left : left + 1;
                const Light a = light_of(top[left]), b = light_of(top[right]), c = light_of(bottom[left]),
                            d = light_of(bottom[right]);
                const float scale = 1 / ((wide[0] + wide[1]) * (tall[0] + tall[1]));
                for (std::size_t i = 0; i < 4; ++i) {
                    const float sum = tall[0] * (wide[0] * a[i] + wide[1] * b[i]) +
                                      tall[1] * (wide[0] * c[i] + wide[1] * d[i]);
                    row[x][i] = static_cast<std::uint16_t>(static_cast<std::int32_t>(sum * scale + 0.5F));
                }
            };
            for (std::size_t x = 0; x + 1 < to.width; ++x) mean(x, {1, 1});
            mean(to.width - 1, shares(2 * (to.width - 1), from.width, pyramid_.last_column(level - 1)));
        }
    }

    std::span<const Rgba8> picture_;
    const Pyramid& pyramid_;
    std::span<std::byte> smaller_;
};

}

void paint_and_shrink(std::span<const Rgba8> picture, const Pyramid& pyramid,
                      FunctionRef<std::size_t, std::size_t> paint, const Progress& progress) {
    const HostPyramid levels(picture, pyramid);
    // A strip is still in the cache when it is halved. Strips meet where the pixels of their levels do.
    constexpr std::size_t strip_levels = 4, strip = std::size_t{1} << strip_levels;
    const std::size_t height = levels.rows(0), strips = (height + strip - 1) / strip;
    const std::size_t of_strips = std::min(strip_levels + 1, levels.levels());
    parallel_pieces(strips, 1, progress, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            paint(i * strip, std::min((i + 1) * strip, height));
            for (std::size_t level = 1; level < of_strips; ++level) {
                const std::size_t rows = strip >> level;
                levels.fill(level, i * rows, std::min((i + 1) * rows, levels.rows(level)));
            }
        }
    });
    for (std::size_t level = of_strips; level < levels.levels(); ++level)
        levels.fill(level, 0, levels.rows(level));
}

}
