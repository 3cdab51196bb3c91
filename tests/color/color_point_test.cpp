#include "color/color_point.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>

namespace huedrift {
namespace {

TEST(ColorPoint, AStepOfOneChannelIsAThousandthOfOklab) {
    const ColorPoint one = color_point({10, 20, 30}, {}), other = color_point({10, 21, 30}, {});
    EXPECT_EQ(squared_distance(one, other), std::int64_t{1} << 28);
}

TEST(ColorPoint, MeansAreRoundedHalfUpInAllCoordinates) {
    ColorPointSum sum;
    sum.add({{0, -1, 5}, {3, 4, 5}}, 1);
    sum.add({{1, 0, 5}, {4, 8, 5}}, 1);
    EXPECT_EQ(sum.weight(), 2);
    EXPECT_EQ(sum.mean(), (ColorPoint{{1, 0, 5}, {4, 6, 5}}));
}

TEST(NearestColor, IsTheColorItselfAtItsPoint) {
    for (const Transfer transfer : {Transfer::srgb, Transfer::linear}) {
        const PositionTable positions(transfer);
        for (std::uint32_t code = 0; code < rgb_codes; code += 4099) {
            const Rgb color = Rgb::from_code(code);
            EXPECT_EQ(nearest_color(color_point(color, positions(color)), positions), color);
        }
    }
}

TEST(NearestColor, OfGreysIsTheNearestGrey) {
    for (const Transfer transfer : {Transfer::srgb, Transfer::linear}) {
        const PositionTable positions(transfer);
        const auto point = [&](int value) {
            const auto channel = std::uint8_t(value);
            const Rgb grey{channel, channel, channel};
            return color_point(grey, positions(grey));
        };
        for (int one = 0; one < 256; one += 5)
            for (int other = one; other < 256; other += 3) {
                ColorPointSum sum;
                sum.add(point(one), 1);
                sum.add(point(other), 3);
                const Rgb found = nearest_color(sum.mean(), positions);
                ASSERT_EQ(found.r, found.g);
                ASSERT_EQ(found.g, found.b);
                for (int value = 0; value < 256; ++value)
                    ASSERT_GE(squared_distance(point(value), sum.mean()),
                              squared_distance(point(found.r), sum.mean()));
            }
    }
}

TEST(NearestColor, HasNoNearerNeighborToAMean) {
    const PositionTable positions(Transfer::srgb);
    std::mt19937 random(7);
    for (int i = 0; i < 200; ++i) {
        ColorPointSum sum;
        for (int members = 0; members < 5; ++members) {
            const Rgb color = Rgb::from_code(random() % rgb_codes);
            sum.add(color_point(color, positions(color)), 1 + random() % 9);
        }
        const ColorPoint mean = sum.mean();
        const Rgb found = nearest_color(mean, positions);
        const std::int64_t least = squared_distance(color_point(found, positions(found)), mean);
        for (int step = 0; step < 27; ++step) {
            const int r = found.r + step / 9 - 1, g = found.g + step / 3 % 3 - 1, b = found.b + step % 3 - 1;
            if (std::min({r, g, b}) < 0 || std::max({r, g, b}) > 255) continue;
            const Rgb other{std::uint8_t(r), std::uint8_t(g), std::uint8_t(b)};
            EXPECT_GE(squared_distance(color_point(other, positions(other)), mean), least);
        }
    }
}

}
}
