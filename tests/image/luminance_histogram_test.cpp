#include "image/picture_filter.h"

#include "image/pixels.h"

#include <gtest/gtest.h>
#include <numeric>

namespace huedrift {
namespace {

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
