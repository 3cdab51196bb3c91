#include "pipeline/sweep.h"

#include "base/error.h"
#include "color/position.h"
#include "palette/palette.h"
#include "pipeline/reduce_at.h"
#include "reference/reference_engine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace huedrift {
namespace {

using testing::ElementsAre;

TEST(RadiiBetween, GrowInEqualRatiosAndKeepTheirEnds) {
    EXPECT_THAT(radii_between(0.01, 1, 5), ElementsAre(0.01, 0.0316228, 0.1, 0.316228, 1));
    EXPECT_THAT(radii_between(0.01234567891, 0.1, 2), ElementsAre(0.01234567891, 0.1));
    EXPECT_THAT(radii_between(0.5, 0.5, 9), ElementsAre(0.5));
}

TEST(RadiiBetween, RefusesInvalidRanges) {
    EXPECT_THROW(radii_between(0, 1, 3), Error);
    EXPECT_THROW(radii_between(0.2, 0.1, 3), Error);
    EXPECT_THROW(radii_between(0.1, 2, 3), Error);
    EXPECT_THROW(radii_between(0.1, 0.2, 1), Error);
}

TEST(ShortRadius, HasSixDigits) {
    EXPECT_EQ(short_radius(0.123456789), 0.123457);
    EXPECT_EQ(short_radius(0x1p-24), 5.96046e-8);
}

TEST(Sweep, CountsAtEachRadius) {
    const ColorSet colors = random_colors();
    ReferenceEngine engine;
    std::vector<double> shares;
    Progress progress([&](double share) { shares.push_back(share); });
    const std::vector<double> radii{0.01, 0.1, 1};
    const std::vector<SweepPoint> points = sweep(reduce_at(engine, colors), radii, progress);
    ASSERT_EQ(points.size(), 3u);
    for (std::size_t i = 0; i < 3; ++i) {
        Progress alone;
        const Reduction reduction = engine.reduce(colors, {.radius = radii[i]}, alone);
        EXPECT_EQ(points[i].radius, radii[i]);
        EXPECT_EQ(points[i].modes, reduction.entries.size());
        EXPECT_EQ(points[i].colors, distinct_colors(reduction).size());
    }
    EXPECT_EQ(points[2].modes, 1u);
    EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
    EXPECT_GT(shares.size(), 300u); // the engine's own reports come through
    EXPECT_EQ(shares.back(), 1);
}

TEST(Sweep, IsCancelledWithItsProgress) {
    const ColorSet colors = random_colors();
    ReferenceEngine engine;
    Progress progress;
    progress.cancel();
    const std::vector<double> radii{0.1};
    EXPECT_THROW(sweep(reduce_at(engine, colors), radii, progress), Error);
}

std::vector<SweepPoint> curve(const std::vector<std::pair<double, std::size_t>>& counts) {
    std::vector<SweepPoint> points;
    for (const auto& [radius, colors] : counts)
        points.push_back({.radius = radius, .modes = colors, .colors = colors});
    return points;
}

TEST(SuggestedRadii, AreNearTheMiddlesOfTheLongestPlateaus) {
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
    ASSERT_EQ(found.size(), 3u) << "2 colours are too few";
    EXPECT_EQ(found[0].colors, 6u);
    // ln(6.6 / 6) of ln(9 / 6) of the way to the point before, ln(6 / 5.4) of ln(6 / 2) to that behind.
    EXPECT_NEAR(found[0].from, 0.11 * std::pow(0.1 / 0.11, std::log(1.1) / std::log(1.5)), 1e-9);
    EXPECT_NEAR(found[0].to, 0.3 * std::pow(0.31 / 0.3, std::log(6 / 5.4) / std::log(3.0)), 1e-9);
    EXPECT_EQ(found[0].radius, 0.2) << "the point that is nearest to the middle";
    EXPECT_EQ(found[1].colors, 12u);
    EXPECT_EQ(found[1].radius, 0.06);
    EXPECT_EQ(found[2].colors, 9u);
    EXPECT_EQ(suggested_radii(points, 1).size(), 1u);
}

TEST(SuggestedRadii, AreFoundOnAFlatCurveWithoutEqualPoints) {
    const auto points =
        curve({{0.01, 256}, {0.02, 64}, {0.03, 24}, {0.04, 23}, {0.05, 22}, {0.06, 8}, {0.08, 4}});
    const std::vector<Plateau> found = suggested_radii(points, 1);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].colors, 24u);
    EXPECT_EQ(found[0].radius, 0.03) << "where there are so many";
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
    EXPECT_TRUE(suggested_radii(curve({{0.1, 3}, {0.2, 3}})).empty());
    EXPECT_EQ(suggested_radii(curve({{0.1, 4}, {0.2, 4}})).size(), 1u);
}

TEST(NextCountChange, IsFoundWithinAThousandthOfItself) {
    int asked = 0;
    const CountAt count_at = [&](double radius, Progress&) {
        ++asked;
        return radius < 0.0231 ? 90u : radius < 0.37 ? 40u : 5u;
    };
    const auto from = [&](double radius, Direction direction) {
        Progress progress;
        return next_count_change(count_at, radius, direction, 1.001, progress);
    };
    const auto up = from(0.03, Direction::up), down = from(0.03, Direction::down);
    ASSERT_TRUE(up && down);
    EXPECT_GE(*up, 0.37);
    EXPECT_LE(*up, 0.37 * 1.0011);
    EXPECT_LT(*down, 0.0231);
    EXPECT_GE(*down, 0.0231 / 1.0011);
    EXPECT_FALSE(from(0.5, Direction::up));
    EXPECT_FALSE(from(0.001, Direction::down));
    EXPECT_FALSE(from(max_radius, Direction::up));
    EXPECT_LE(asked, 150);
}

}
}
