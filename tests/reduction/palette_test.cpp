#include "reduction/palette.h"

#include "reduction/remap.h"
#include "reference/reference_engine.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace huedrift {
namespace {

TEST(Palette, ModesOfOneColourAreOneSwatch) {
    Reduction reduction;
    reduction.modes = {
        {{0, 0, 0}, {1, 2, 3}, 2, 10}, {{5, 0, 0}, {9, 9, 9}, 1, 15}, {{7, 0, 0}, {1, 2, 3}, 3, 6}};
    const std::vector<Swatch> swatches = palette(reduction);
    ASSERT_EQ(swatches.size(), 2u);
    EXPECT_EQ(swatches[0].color, (Rgb{1, 2, 3}));
    EXPECT_EQ(swatches[0].pixels, 16u);
    EXPECT_EQ(swatches[0].colors, 5u);
    EXPECT_EQ(swatches[1].color, (Rgb{9, 9, 9}));
}

TEST(Palette, EqualSharesGoByCode) {
    Reduction reduction;
    reduction.modes = {
        {{0, 0, 0}, {2, 0, 0}, 1, 4}, {{1, 0, 0}, {1, 0, 0}, 1, 4}, {{2, 0, 0}, {3, 0, 0}, 1, 5}};
    const std::vector<Swatch> swatches = palette(reduction);
    ASSERT_EQ(swatches.size(), 3u);
    EXPECT_EQ(swatches[0].color, (Rgb{3, 0, 0}));
    EXPECT_EQ(swatches[1].color, (Rgb{1, 0, 0}));
    EXPECT_EQ(swatches[2].color, (Rgb{2, 0, 0}));
}

TEST(Palette, HoldsExactlyTheColoursOfTheOutputPicture) {
    std::mt19937 random(11);
    Image image(40, 30);
    for (Rgba8& p : image.pixels())
        p = {std::uint8_t(random() % 64), std::uint8_t(random()), std::uint8_t(random() % 9),
             std::uint8_t(random() % 3)};
    const ColorSet colors(image, Transfer::srgb);
    ReferenceEngine engine;
    Progress progress;
    const Reduction reduction = engine.reduce(colors, {.radius = 0.03}, progress);
    const Image output = remap(image, colors, reduction);
    std::map<Rgb, std::uint64_t> pixels;
    for (const Rgba8 p : output.pixels())
        if (p.a != 0) ++pixels[{p.r, p.g, p.b}];
    const std::vector<Swatch> swatches = palette(reduction);
    EXPECT_EQ(swatches.size(), pixels.size());
    std::uint64_t source_colors = 0;
    for (const Swatch& swatch : swatches) {
        EXPECT_EQ(swatch.pixels, pixels[swatch.color]);
        source_colors += swatch.colors;
    }
    EXPECT_EQ(source_colors, colors.size());
}

}
}
