#include "image/picture_filter.h"

#include "base/error.h"
#include "image/pixels.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace huedrift {
namespace {

// docs/definition.md, literally.
Image by_definition(const ImageView& image, int radius) {
    const auto weights = smooth_weights(radius);
    const auto at = [&](int x, int y) {
        return image.pixels[std::size_t(y) * std::size_t(image.width) + std::size_t(x)];
    };
    Image result(image.width, image.height);
    for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x) {
            std::uint64_t r = 0, g = 0, b = 0, weight = 0;
            for (int v = -radius; v <= radius; ++v)
                for (int u = -radius; u <= radius; ++u) {
                    if (x + u < 0 || x + u >= image.width || y + v < 0 || y + v >= image.height) continue;
                    const Rgba8 p = at(x + u, y + v);
                    const std::uint64_t w = std::uint64_t{weights[std::size_t(std::abs(u))]} *
                                            weights[std::size_t(std::abs(v))] * p.a;
                    r += w * p.r, g += w * p.g, b += w * p.b, weight += w;
                }
            const auto mean = [&](std::uint64_t sum) {
                return static_cast<std::uint8_t>((2 * sum + weight) / (2 * weight));
            };
            const Rgba8 p = at(x, y);
            if (p.a != 0)
                result.pixels()[std::size_t(y) * std::size_t(image.width) + std::size_t(x)] = {
                    mean(r), mean(g), mean(b), p.a};
        }
    return result;
}

void expect_same(const Image& image, const Image& expected) {
    ASSERT_EQ(image.width(), expected.width());
    ASSERT_EQ(image.height(), expected.height());
    for (std::size_t i = 0; i < expected.pixels().size(); ++i)
        ASSERT_EQ(image.pixels()[i], expected.pixels()[i]) << i;
}

TEST(Smooth, WeightsEqualTheDocument) {
    const auto radius = [](int r) {
        const auto weights = smooth_weights(r);
        return std::vector<std::uint32_t>(weights.begin(), weights.begin() + r + 1);
    };
    EXPECT_EQ(radius(0), (std::vector<std::uint32_t>{256}));
    EXPECT_EQ(radius(1), (std::vector<std::uint32_t>{256, 83}));
    EXPECT_EQ(radius(2), (std::vector<std::uint32_t>{256, 155, 35}));
    EXPECT_EQ(radius(3), (std::vector<std::uint32_t>{256, 193, 83, 20}));
}

// A libm whose exp differs in the last digit would still round these 153 numbers in the same way.
TEST(Smooth, NoWeightIsNearARoundingBoundary) {
    for (int radius = 0; radius <= largest_smooth_radius; ++radius)
        for (int k = 0; k <= radius; ++k) {
            const double deviations = 3.0 * k / (radius + 1);
            const double weight = 256 * std::exp(-0.5 * deviations * deviations);
            EXPECT_GT(std::abs(weight - std::floor(weight) - 0.5), 1e-6) << radius << " " << k;
        }
}

TEST(Smooth, EqualsTheDefinition) {
    for (const auto& [width, height] : {std::pair{1, 1}, {1, 70}, {70, 1}, {3, 2}, {17, 33}, {61, 131}})
        for (const int radius : {0, 1, 2, 3, 9, 16}) {
            const std::vector<Rgba8> pixels =
                noise_pixels(std::size_t(width * height), std::uint32_t(width + radius));
            const ImageView image{width, height, pixels};
            SCOPED_TRACE(testing::Message() << width << "x" << height << " radius " << radius);
            ASSERT_NO_FATAL_FAILURE(expect_same(smooth(image, radius), by_definition(image, radius)));
        }
}

TEST(Smooth, OneColorStaysWhateverItsAlpha) {
    std::vector<Rgba8> pixels = noise_pixels(40 * 40, 3);
    for (Rgba8& p : pixels) p = p.a == 0 ? Rgba8{} : Rgba8{200, 100, 7, p.a};
    const Image image(40, 40, pixels);
    expect_same(smooth(image, 9), image);
}

TEST(Smooth, TransparentPixelsDoNotShineThrough) {
    const std::vector<Rgba8> pixels{{255, 0, 0, 0}, {10, 20, 30, 1}, {255, 0, 0, 0}};
    const Image result = smooth(ImageView{3, 1, pixels}, 2);
    EXPECT_EQ(result.pixels()[0], (Rgba8{0, 0, 0, 0}));
    EXPECT_EQ(result.pixels()[1], (Rgba8{10, 20, 30, 1}));
}

TEST(Smooth, WhiteStaysWhiteAtTheLargestSums) {
    const Image white(40, 40, std::vector<Rgba8>(40 * 40, Rgba8{255, 255, 255, 255}));
    expect_same(smooth(white, largest_smooth_radius), white);
}

TEST(Smooth, AnEmptyPictureStaysEmpty) { EXPECT_EQ(smooth(ImageView{}, 3).pixels().size(), 0u); }

TEST(Smooth, RefusesRadiiOutOfRange) {
    EXPECT_THROW(smooth(ImageView{}, -1), Error);
    EXPECT_THROW(smooth(ImageView{}, largest_smooth_radius + 1), Error);
}

LuminanceHistogram one_pixel_at_a_time(std::span<const Rgba8> pixels) {
    LuminanceHistogram histogram;
    for (const Rgba8& p : pixels) {
        if (p.a == 0) continue;
        ++histogram.luma[luma(p)];
        ++histogram.r[p.r];
        ++histogram.g[p.g];
        ++histogram.b[p.b];
    }
    return histogram;
}

TEST(LuminanceHistogram, LumaOfGreyIsThatGrey) {
    for (int v = 0; v < 256; ++v) {
        const auto grey = static_cast<std::uint8_t>(v);
        EXPECT_EQ(luma({grey, grey, grey, 255}), std::uint32_t(v));
    }
}

TEST(LuminanceHistogram, LumaOfThePrimaries) {
    EXPECT_EQ(luma({255, 0, 0, 255}), 54u);  // 54.213
    EXPECT_EQ(luma({0, 255, 0, 255}), 182u); // 182.376
    EXPECT_EQ(luma({0, 0, 255, 255}), 18u);  // 18.411
}

TEST(LuminanceHistogram, FullyTransparentPixelsDoNotCount) {
    const std::vector<Rgba8> pixels{{9, 8, 7, 0}, {1, 2, 3, 1}, {1, 2, 3, 255}};
    const LuminanceHistogram histogram = luminance_histogram(ImageView{3, 1, pixels});
    EXPECT_EQ(histogram.r[1], 2u);
    EXPECT_EQ(histogram.g[2], 2u);
    EXPECT_EQ(histogram.b[3], 2u);
    EXPECT_EQ(std::accumulate(histogram.luma.begin(), histogram.luma.end(), 0u), 2u);
}

TEST(LuminanceHistogram, EqualsACountOfOnePixelAtATime) {
    for (const int size : {0, 1, 255, 65537, 1 << 20}) {
        const std::vector<Rgba8> noise = noise_pixels(std::size_t(size), 1);
        EXPECT_EQ(luminance_histogram(ImageView{size, 1, noise}), one_pixel_at_a_time(noise)) << size;
    }
    const std::vector<Rgba8> flat(1000003, Rgba8{10, 20, 30, 40});
    EXPECT_EQ(luminance_histogram(ImageView{1000003, 1, flat}), one_pixel_at_a_time(flat));
}

}
}
