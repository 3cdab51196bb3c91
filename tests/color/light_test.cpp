#include "color/light.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace huedrift {
namespace {

class LightOf : public testing::TestWithParam<Transfer> {};

// The nearest integer, whatever the last bits of the table.
TEST_P(LightOf, GreysIsFarFromATie) {
    const std::array<double, 256> linear = decode_table(GetParam());
    const LightTable light(GetParam());
    for (int v = 0; v < 256; ++v) {
        const double exact = linear[std::size_t(v)] * units_per_one;
        EXPECT_GT(std::abs(exact - std::floor(exact) - 0.5), 1e-6) << v;
        const auto grey = std::uint8_t(v);
        EXPECT_EQ(light({grey, grey, grey}), (Light{std::int32_t(std::lround(exact)), 0, 0})) << v;
    }
}

TEST_P(LightOf, IsWhereItsColorIs) {
    const LightTable light(GetParam());
    const LightPositions position_of_light;
    const PositionTable position(GetParam());
    std::int32_t most = 0;
    for (int r = 0; r < 256; r += 5)
        for (int g = 0; g < 256; g += 3)
            for (int b = 0; b < 256; b += 15) {
                const Rgb color{std::uint8_t(r), std::uint8_t(g), std::uint8_t(b)};
                const Position exact = position(color), rounded = position_of_light(light(color));
                if (r + g + b < 60) continue; // cones of 16 bits are coarse in the dark
                most = std::max({most, std::abs(exact.l - rounded.l), std::abs(exact.a - rounded.a),
                                 std::abs(exact.b - rounded.b)});
            }
    EXPECT_LT(most, units_per_one / 200);
}

INSTANTIATE_TEST_SUITE_P(Each, LightOf, testing::Values(Transfer::srgb, Transfer::linear),
                         [](const auto& of) { return std::string(name_of(of.param)); });

TEST(LightPositions, HaveExactCubeRoots) {
    const LightPositions position;
    for (std::int64_t i = 0; i <= 1 << 16; ++i) {
        // Of greys all three cones are equal, and l is within rounding of their root.
        const std::int64_t l = position({std::int32_t(i << 8), 0, 0}).l;
        const long double root = std::cbrt((long double)(i) / (1 << 16)) * units_per_one;
        ASSERT_LE(std::abs((long double)(l)-root), 2) << i;
    }
}

TEST(LightPositions, ClampToWhatAScreenShows) {
    const LightPositions position;
    EXPECT_EQ(position({0, 0, 0}), (Position{0, 0, 0}));
    EXPECT_EQ(position({-(1 << 24), 0, 0}), (Position{0, 0, 0}));
    EXPECT_EQ(position({2 << 24, 0, 0}), position({1 << 24, 0, 0}));
    const Position red = position({0, 5 << 24, 0}); // red above 1, green below 0
    const PositionTable of_color(Transfer::srgb);
    EXPECT_LT(std::abs(red.l - of_color({255, 0, 0}).l), units_per_one / 200);
    EXPECT_LT(std::abs(red.a - of_color({255, 0, 0}).a), units_per_one / 200);
}

}
}
