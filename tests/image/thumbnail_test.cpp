#include "image/thumbnail.h"

#include "image/mean_light.h"
#include "image/pixels.h"

#include <gmock/gmock.h>

#include <cmath>

namespace huedrift {
namespace {

/// Each pixel is that of the mean over its area, computed in double.
void expect_means(const Image& image, int max_side) {
    const Image small = thumbnail(image, max_side);
    EXPECT_EQ(std::max(small.width(), small.height()), max_side);
    const Image alone = thumbnail(image, max_side, Threads::this_one);
    EXPECT_TRUE(std::ranges::equal(small.pixels(), alone.pixels()));
    const double wide = double(image.width()) / small.width(), tall = double(image.height()) / small.height();
    double largest = 0;
    for (int i = 0; i < small.width() * small.height(); ++i) {
        const int x = i % small.width(), y = i / small.width();
        const PixelLight mean = mean_light(image, x * wide, y * tall, (x + 1) * wide, (y + 1) * tall);
        const Rgba8 pixel = small.pixels()[std::size_t(i)];
        const std::array<std::uint8_t, 3> codes{pixel.r, pixel.g, pixel.b};
        for (std::size_t c = 0; c < 3; ++c) largest = std::max(largest, std::abs(mean.code(c) - codes[c]));
        largest = std::max(largest, std::abs(255 * mean.alpha - pixel.a));
    }
    EXPECT_LE(largest, 0.52) << image.width() << "x" << image.height() << " to " << max_side;
}

TEST(Thumbnail, IsTheMeanOfTheLightOfEachArea) {
    for (const auto& [width, height, side] :
         {std::array{64, 48, 16}, {61, 43, 60}, {97, 5, 31}, {1, 19, 7}, {40, 40, 1}, {300, 201, 99}}) {
        const Image image(width, height, noise_pixels(std::size_t(width * height), 5));
        expect_means(image, side);
    }
}

TEST(Thumbnail, DitheringKeepsItsTone) {
    const Image grey = dithered_grey(448, 448);
    for (const int side : {224, 149, 64, 56, 7}) {
        const Image small = thumbnail(grey, side);
        const PixelLight all = mean_light(small, 0, 0, side, side);
        EXPECT_NEAR(all.code(0), 0x80, 1) << side;
    }
    // A whole number of matrices to a pixel.
    for (const Image small = thumbnail(grey, 56); const Rgba8& pixel : small.pixels())
        EXPECT_NEAR(pixel.g, 0x80, 1);
}

TEST(Thumbnail, TransparentPixelsAddNoColor) {
    Image image(30, 30);
    for (int i = 0; i < 900; ++i)
        image.pixels()[std::size_t(i)] = i % 4 == 0 ? Rgba8{90, 140, 200, 255} : Rgba8{255, 0, 0, 0};
    for (const Image small = thumbnail(image, 7); const Rgba8& pixel : small.pixels()) {
        EXPECT_EQ((Rgba8{pixel.r, pixel.g, pixel.b, 255}), (Rgba8{90, 140, 200, 255}));
        EXPECT_NEAR(pixel.a, 64, 5);
    }
}

TEST(Thumbnail, PlainPicturesStayAsTheyAre) {
    for (int code = 0; code < 256; ++code) {
        const auto c = std::uint8_t(code);
        Image image(5, 3);
        std::ranges::fill(image.pixels(), Rgba8{c, c, c, 255});
        const Image small = thumbnail(image, 2);
        EXPECT_THAT(small.pixels(), testing::Each(Rgba8{c, c, c, 255}));
    }
    const Image image(4, 3, noise_pixels(12, 1));
    const Image same = thumbnail(image, 4);
    EXPECT_TRUE(std::ranges::equal(same.pixels(), image.pixels()));
}

TEST(Shrunk, TakesThePixelNearestToTheMeanOfEachSquare) {
    const Image image(61, 43, noise_pixels(61 * 43, 9));
    const ShrunkImage small = shrunk(image, 200);
    EXPECT_EQ(small.halvings, 2);
    ASSERT_EQ(small.image.width(), 16);
    ASSERT_EQ(small.image.height(), 11);
    for (int i = 0; i < 16 * 11; ++i) {
        std::vector<Rgba8> square;
        std::array<double, 3> mean{};
        int pixels = 0;
        for (int y = i / 16 * 4; y < std::min(i / 16 * 4 + 4, 43); ++y)
            for (int x = i % 16 * 4; x < std::min(i % 16 * 4 + 4, 61); ++x, ++pixels) {
                const Rgba8 pixel = image.pixels()[std::size_t(y * 61 + x)];
                if (pixel.a == 0) continue;
                square.push_back(pixel);
                mean[0] += pixel.r, mean[1] += pixel.g, mean[2] += pixel.b;
            }
        const Rgba8 taken = small.image.pixels()[std::size_t(i)];
        if (2 * int(square.size()) < pixels) {
            EXPECT_EQ(taken, Rgba8{});
            continue;
        }
        const auto distance = [&](Rgba8 pixel) {
            const double n = double(square.size());
            return std::pow(pixel.r - mean[0] / n, 2) + std::pow(pixel.g - mean[1] / n, 2) +
                   std::pow(pixel.b - mean[2] / n, 2);
        };
        EXPECT_NE(std::ranges::find(square, taken), square.end());
        for (const Rgba8 other : square) EXPECT_LE(distance(taken), distance(other) + 1e-9);
    }
}

TEST(Shrunk, ASmallPictureStaysAsItIs) {
    const Image image(20, 10, noise_pixels(200, 2));
    const ShrunkImage same = shrunk(image, 200);
    EXPECT_EQ(same.halvings, 0);
    for (std::size_t i = 0; i < 200; ++i)
        EXPECT_EQ(same.image.pixels()[i], image.pixels()[i].a == 0 ? Rgba8{} : image.pixels()[i]);
}

}
}
