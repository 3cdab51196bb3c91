#include "image/alpha_mode.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace huedrift {
namespace {

/// Every alpha and channel value.
Image every_value() {
    Image image(256, 256);
    for (int a = 0; a < 256; ++a)
        for (int v = 0; v < 256; ++v)
            image.pixels()[std::size_t(256 * a + v)] = {std::uint8_t(v), std::uint8_t(255 - v), 77,
                                                        std::uint8_t(a)};
    return image;
}

TEST(AlphaMode, KeepChangesNothing) {
    const Image image = every_value();
    EXPECT_TRUE(std::ranges::equal(with_alpha(image, {}).pixels(), image.pixels()));
}

TEST(AlphaMode, ThresholdMakesPixelsOpaqueOrTransparent) {
    const Image image = every_value();
    for (const int threshold : {1, 128, 255}) {
        const Image result =
            with_alpha(image, {.kind = AlphaMode::Kind::threshold, .threshold = std::uint8_t(threshold)});
        for (std::size_t i = 0; i < image.pixels().size(); ++i) {
            const Rgba8 p = image.pixels()[i];
            ASSERT_EQ(result.pixels()[i], p.a >= threshold ? (Rgba8{p.r, p.g, p.b, 255}) : Rgba8{});
        }
    }
}

TEST(AlphaMode, MatteIsComposited) {
    const Image image = every_value();
    const Image result = with_alpha(image, {.kind = AlphaMode::Kind::matte, .matte = {10, 200, 255, 255}});
    const auto mixed = [](int c, int m, int a) {
        return std::uint8_t(std::lround((c * a + m * (255 - a)) / 255.0));
    };
    for (std::size_t i = 0; i < image.pixels().size(); ++i) {
        const Rgba8 p = image.pixels()[i];
        ASSERT_EQ(result.pixels()[i],
                  (Rgba8{mixed(p.r, 10, p.a), mixed(p.g, 200, p.a), mixed(p.b, 255, p.a), 255}));
    }
}

}
}
