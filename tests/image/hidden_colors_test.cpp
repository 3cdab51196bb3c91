#include "image/alpha_mode.h"

#include "base/error.h"
#include "expect_error.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>
#include <tuple>

namespace huedrift {
namespace {

/// A picture whose pixels are all different, of which one of `one_visible_of` is visible.
Image sparse_picture(int width, int height, unsigned one_visible_of, unsigned seed) {
    std::mt19937 random(seed);
    Image image(width, height);
    for (std::size_t i = 0; i < image.pixels().size(); ++i) {
        const bool visible = random() % one_visible_of == 0;
        image.pixels()[i] = {std::uint8_t(i >> 8), std::uint8_t(i), 7,
                             std::uint8_t(visible ? 1 + i % 255 : 0)};
    }
    return image;
}

/// Every visible pixel of a frame is compared for every transparent one.
Image spread_by_definition(const Image& image, int frames) {
    Image result = image;
    const int width = image.width(), height = image.height() / frames;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < width; ++x) {
            if (image.pixels()[std::size_t(y * width + x)].a != 0) continue;
            std::optional<std::tuple<int, int>> best;
            for (int i = y / height * height * width; i < (y / height + 1) * height * width; ++i) {
                const int dx = i % width - x, dy = i / width - y;
                if (image.pixels()[std::size_t(i)].a == 0) continue;
                const std::tuple other(dx * dx + dy * dy, i);
                if (!best || other < *best) best = other;
            }
            if (!best) continue;
            Rgba8& pixel = result.pixels()[std::size_t(y * width + x)];
            pixel = image.pixels()[std::size_t(std::get<1>(*best))];
            pixel.a = 0;
        }
    return result;
}

TEST(HiddenColors, AreThoseOfTheNearestVisiblePixel) {
    unsigned seed = 0;
    for (const auto& [width, height] : {std::pair(1, 1), {1, 12}, {17, 1}, {12, 12}, {31, 18}})
        for (const unsigned one_visible_of : {1u, 2u, 9u, 60u, 1000u})
            for (const int frames : {1, 3}) {
                const Image image = sparse_picture(width, height * frames, one_visible_of, ++seed);
                Image spread = image;
                spread_hidden_colors(spread, std::size_t(frames), {});
                EXPECT_TRUE(std::ranges::equal(spread.pixels(), spread_by_definition(image, frames).pixels()))
                    << width << " x " << height << ", one of " << one_visible_of;
            }
}

TEST(HiddenColors, OfEquallyNearPixelsAreThoseOfTheFirst) {
    Image image(3, 3);
    for (const int i : {1, 3, 5, 7}) image.pixels()[std::size_t(i)] = {std::uint8_t(i), 0, 0, 255};
    spread_hidden_colors(image, 1, {});
    EXPECT_EQ(image.pixels()[4], (Rgba8{1, 0, 0, 0}));
    EXPECT_EQ(image.pixels()[6], (Rgba8{3, 0, 0, 0}));
}

TEST(HiddenColors, AreKeptBelowTransparencyOnly) {
    Image image(2, 1, {{1, 2, 3, 4}, {0, 0, 0, 0}});
    keep_hidden_colors(image, Image(2, 1, {{9, 9, 9, 9}, {5, 6, 7, 8}}));
    EXPECT_EQ(image.pixels()[0], (Rgba8{1, 2, 3, 4}));
    EXPECT_EQ(image.pixels()[1], (Rgba8{5, 6, 7, 0}));
}

// So many pixels that threads share them; the alpha is changed first, as in the pipeline.
TEST(HiddenColors, AreKeptInALargePicture) {
    const Image source = sparse_picture(400, 400, 2, 1);
    Image image = with_alpha(source, {.kind = AlphaMode::Kind::threshold, .threshold = 100});
    for (Rgba8& pixel : image.pixels())
        if (pixel.a == 0) pixel = {};
    keep_hidden_colors(image, source);
    for (std::size_t i = 0; i < source.pixels().size(); ++i) {
        Rgba8 expected = source.pixels()[i];
        expected.a = expected.a >= 100 ? 255 : 0;
        ASSERT_EQ(image.pixels()[i], expected);
    }
}

TEST(HiddenColors, HaveAMostFrequentOne) {
    const Image image(6, 1,
                      {{9, 9, 9, 9}, {5, 0, 0, 0}, {9, 9, 9, 0}, {4, 0, 0, 0}, {5, 0, 0, 0}, {4, 0, 0, 0}});
    EXPECT_EQ(most_hidden_value(image), (Rgba8{4, 0, 0, 0}));
    EXPECT_EQ(most_hidden_value(Image(1, 1, {{9, 9, 9, 9}})), Rgba8{});
}

TEST(HiddenColors, CanBeCancelled) {
    Progress cancelled;
    cancelled.cancel();
    Image image = sparse_picture(9, 9, 3, 1);
    expect_error([&] { spread_hidden_colors(image, 1, cancelled); }, ErrorKind::cancelled);
}

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
