#include "pipeline/suggested_radii.h"

#include <gtest/gtest.h>

#include <cmath>

namespace huedrift {
namespace {

std::vector<SweepPoint> curve(const std::vector<std::pair<double, std::size_t>>& counts) {
    std::vector<SweepPoint> points;
    for (const auto& [radius, colors] : counts)
        points.push_back({.radius = radius, .modes = colors, .colors = colors});
    return points;
}

TEST(SuggestedRadii, AreTheMiddlesOfTheLongestPlateaus) {
    const auto points = curve({{0.01, 900},
                               {0.02, 900},
                               {0.03, 40},
                               {0.04, 12},
                               {0.06, 12},
                               {0.08, 12},
                               {0.1, 9},
                               {0.11, 6},
                               {0.2, 6},
                               {0.3, 6},
                               {0.31, 2},
                               {0.4, 2},
                               {1, 1},
                               {1.7, 1}});
    const std::vector<Plateau> found = suggested_radii(points);
    ASSERT_EQ(found.size(), 3u);
    EXPECT_EQ(found[0].colors, 6u);
    // ln(6.6 / 6) of ln(9 / 6) of the way to the point before, ln(6 / 5.4) of ln(6 / 2) to that behind.
    EXPECT_NEAR(found[0].from, 0.11 * std::pow(0.1 / 0.11, std::log(1.1) / std::log(1.5)), 1e-9);
    EXPECT_NEAR(found[0].to, 0.3 * std::pow(0.31 / 0.3, std::log(6 / 5.4) / std::log(3.0)), 1e-9);
    EXPECT_EQ(found[0].radius(), short_radius(std::sqrt(found[0].from * found[0].to)));
    EXPECT_EQ(found[1].colors, 12u);
    EXPECT_EQ(found[2].colors, 2u);
    EXPECT_EQ(suggested_radii(points, 1).size(), 1u);
}

TEST(SuggestedRadii, AreFoundOnAFlatCurveWithoutEqualPoints) {
    const auto points =
        curve({{0.01, 256}, {0.02, 64}, {0.03, 24}, {0.04, 23}, {0.05, 22}, {0.06, 8}, {0.08, 4}});
    const std::vector<Plateau> found = suggested_radii(points, 1);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].colors, 24u);
    EXPECT_LT(found[0].from, 0.03);
    EXPECT_GT(found[0].to, 0.05);
}

TEST(SuggestedRadii, DoNotOverlapNorRepeatANumber) {
    const auto points =
        curve({{0.01, 8}, {0.02, 8}, {0.03, 5}, {0.06, 5}, {0.07, 8}, {0.21, 8}, {0.3, 4}, {0.6, 4}});
    const std::vector<Plateau> found = suggested_radii(points, 9);
    ASSERT_EQ(found.size(), 3u);
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < i; ++j) {
            EXPECT_NE(found[i].colors, found[j].colors);
            EXPECT_TRUE(found[i].to <= found[j].from || found[j].to <= found[i].from);
        }
}

TEST(SuggestedRadii, AreEmptyWithoutAPlateauInRange) {
    EXPECT_TRUE(suggested_radii({}).empty());
    EXPECT_TRUE(suggested_radii(curve({{0.1, 3}})).empty());
    EXPECT_TRUE(suggested_radii(curve({{0.01, 300}, {0.02, 300}, {1, 1}, {1.5, 1}})).empty());
}

}
}
