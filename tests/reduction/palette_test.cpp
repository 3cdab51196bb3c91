#include "palette/palette.h"

#include "reduction/remap.h"
#include "reference/reference_engine.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace huedrift {
namespace {

TEST(Palette, ModesOfOneColorAreOneSwatch) {
    Reduction reduction;
    reduction.entries = {
        {{0, 0, 0}, {1, 2, 3}, 2, 10}, {{5, 0, 0}, {9, 9, 9}, 1, 15}, {{7, 0, 0}, {1, 2, 3}, 3, 6}};
    const std::vector<Swatch> swatches = palette(reduction);
    ASSERT_EQ(swatches.size(), 2u);
    EXPECT_EQ(swatches[0].color, (Rgb{1, 2, 3}));
    EXPECT_EQ(swatches[0].pixels, 16u);
    EXPECT_EQ(swatches[0].colors, 5u);
    EXPECT_EQ(swatches[1].color, (Rgb{9, 9, 9}));
}

TEST(Palette, EqualSharesAreSortedByCode) {
    Reduction reduction;
    reduction.entries = {
        {{0, 0, 0}, {2, 0, 0}, 1, 4}, {{1, 0, 0}, {1, 0, 0}, 1, 4}, {{2, 0, 0}, {3, 0, 0}, 1, 5}};
    const std::vector<Swatch> swatches = palette(reduction);
    ASSERT_EQ(swatches.size(), 3u);
    EXPECT_EQ(swatches[0].color, (Rgb{3, 0, 0}));
    EXPECT_EQ(swatches[1].color, (Rgb{1, 0, 0}));
    EXPECT_EQ(swatches[2].color, (Rgb{2, 0, 0}));
}

TEST(Palette, HoldsExactlyTheColorsOfTheOutputPicture) {
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

std::vector<Rgb> sorted_colors(std::vector<Swatch> swatches, SwatchOrder order) {
    sort_swatches(swatches, order);
    std::vector<Rgb> colors;
    for (const Swatch& swatch : swatches) colors.push_back(swatch.color);
    return colors;
}

TEST(SortSwatches, ByPixelsLightnessAndHue) {
    const Rgb red{220, 30, 30}, green{40, 200, 40}, blue{40, 60, 230}, grey{130, 130, 131},
        white{255, 255, 255};
    const std::vector<Swatch> swatches{
        {blue, 5, 1, {}}, {white, 9, 1, {}}, {green, 9, 1, {}}, {grey, 1, 1, {}}, {red, 7, 1, {}}};
    EXPECT_EQ(sorted_colors(swatches, SwatchOrder::pixels), (std::vector{green, white, red, blue, grey}));
    EXPECT_EQ(sorted_colors(swatches, SwatchOrder::lightness), (std::vector{blue, red, grey, green, white}));
    EXPECT_EQ(sorted_colors(swatches, SwatchOrder::hue), (std::vector{grey, white, red, green, blue}));
    EXPECT_EQ(sorted_colors(swatches, SwatchOrder::rgb), (std::vector{blue, green, grey, red, white}));
    EXPECT_EQ(sorted_colors(swatches, SwatchOrder::given), (std::vector{blue, white, green, grey, red}));
}

TEST(SortSwatches, ByHueSortsByAngleAndGreysByLightness) {
    const PositionTable position(Transfer::srgb);
    std::vector<Swatch> swatches;
    for (std::uint32_t i = 0; i < 4000; ++i)
        swatches.push_back({Rgb::from_code(i * 7919 % rgb_codes), i % 3});
    sort_swatches(swatches, SwatchOrder::hue);
    const auto key = [&](const Swatch& swatch) {
        const Position p = position(swatch.color);
        constexpr double turn = 6.283185307179586;
        const double angle = std::atan2(double(p.b), double(p.a));
        if (std::hypot(double(p.a), double(p.b)) < 0.01 * 0x1p24) return -2 + double(p.l) * 0x1p-24;
        return angle < 0 ? angle + turn : angle;
    };
    EXPECT_TRUE(std::ranges::is_sorted(swatches, {}, key));
}

TEST(Members, HaveMostPixelsFirst) {
    const ColorSet colors({{0, 0, 1}, {0, 0, 2}, {0, 0, 3}, {0, 0, 4}, {0, 0, 5}}, {3, 9, 4, 9, 5},
                          Transfer::srgb);
    Reduction reduction;
    reduction.entries = {
        {{0, 0, 0}, {7, 7, 7}, 2, 0}, {{1, 0, 0}, {8, 8, 8}, 1, 0}, {{2, 0, 0}, {7, 7, 7}, 2, 0}};
    reduction.entry_of = {0, 0, 1, 2, 2};
    EXPECT_EQ(members(reduction, colors, {7, 7, 7}, 9), (std::vector<std::uint32_t>{1, 3, 4, 0}));
    EXPECT_EQ(members(reduction, colors, {7, 7, 7}, 2), (std::vector<std::uint32_t>{1, 4}));
    EXPECT_EQ(members(reduction, colors, {8, 8, 8}, 2), (std::vector<std::uint32_t>{2}));
    EXPECT_TRUE(members(reduction, colors, {9, 9, 9}, 2).empty());
}

}
}
