#include "palette/swatch.h"

#include "color/position.h"
#include "expect_error.h"
#include "palette/palette.h"

#include <gtest/gtest.h>
#include <hwy/nanobenchmark.h>

#include <algorithm>
#include <random>
#include <tuple>

namespace huedrift {
namespace {

/// "hue" of docs/definition.md, with products in place of angles: whether p comes before q.
bool is_before_by_hue(const Position& p, const Position& q) {
    const auto half_turn = [](const Position& at) {
        if (std::int64_t{at.a} * at.a + std::int64_t{at.b} * at.b < 28'147'497'671) return 0;
        return at.b > 0 || (at.b == 0 && at.a > 0) ? 1 : 2;
    };
    if (half_turn(p) != half_turn(q)) return half_turn(p) < half_turn(q);
    if (half_turn(p) == 0) return p.l < q.l;
    return std::int64_t{p.a} * q.b > std::int64_t{p.b} * q.a;
}

TEST(Highway, TimesNoClockWhenItIsLoaded) { EXPECT_EQ(hwy::platform::TimerResolution(), 1u); }

/// A swatch and where it lies.
struct Placed {
    Swatch swatch;
    Position position;
};

bool comes_first(const Placed& x, const Placed& y, SwatchOrder order) {
    if (order == SwatchOrder::hue) return is_before_by_hue(x.position, y.position);
    if (order == SwatchOrder::lightness) return x.position.l < y.position.l;
    if (order == SwatchOrder::rgb) return x.swatch.color < y.swatch.color;
    return x.swatch.pixels > y.swatch.pixels;
}

bool is_before(const Placed& x, const Placed& y, SwatchOrder order) {
    if (comes_first(x, y, order)) return true;
    if (comes_first(y, x, order)) return false;
    return std::tuple(y.swatch.pixels, x.swatch.color) < std::tuple(x.swatch.pixels, y.swatch.color);
}

TEST(SortSwatches, IsAStableSortByTheDefinition) {
    std::mt19937 random(11);
    const PositionTable position(Transfer::srgb);
    for (const unsigned levels : {2u, 6u, 256u}) { // few levels make ties
        std::vector<Swatch> listed;
        for (std::uint32_t i = 0; i < 700; ++i) {
            const auto channel = [&] { return std::uint8_t(random() % levels * 255 / (levels - 1)); };
            const Rgb color{channel(), channel(), channel()};
            const Rgb grey{color.r, color.r, color.r};
            listed.push_back({.color = i % 5 == 0 ? grey : color, .pixels = random() % 9, .colors = i});
        }
        for (const SwatchOrder order :
             {SwatchOrder::pixels, SwatchOrder::lightness, SwatchOrder::hue, SwatchOrder::rgb}) {
            std::vector<Swatch> sorted = listed;
            std::vector<Placed> expected;
            for (const Swatch& swatch : listed) expected.push_back({swatch, position(swatch.color)});
            std::ranges::stable_sort(
                expected, [&](const Placed& x, const Placed& y) { return is_before(x, y, order); });
            sort_swatches(sorted, order);
            for (std::size_t i = 0; i < sorted.size(); ++i)
                ASSERT_EQ(sorted[i].colors, expected[i].swatch.colors) << name_of(order) << " " << levels;
        }
    }
}

TEST(SortSwatches, CanBeCancelled) {
    Progress cancelled;
    cancelled.cancel();
    std::vector<Swatch> swatches{{{1, 1, 1}, 1}, {{2, 2, 2}, 2}};
    expect_error([&] { sort_swatches(swatches, SwatchOrder::pixels, cancelled); }, ErrorKind::cancelled);
    expect_error([&] { swatches_of(Palette{.entries = {{}, {}}}, cancelled); }, ErrorKind::cancelled);
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

}
}
