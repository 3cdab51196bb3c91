#include "session/parameters.h"

#include <gtest/gtest.h>

#include <limits>

namespace huedrift {
namespace {

TEST(Parameters, AreTakenToTheNearestWithinTheirRanges) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(clamped({.radius = 9}).radius, largest_radius);
    EXPECT_EQ(clamped({.radius = 0}).radius, 0x1p-24);
    EXPECT_EQ(clamped({.radius = nan}).radius, 0.05);
    EXPECT_EQ(clamped({.merge_distance = -1}).merge_distance, 0);
    EXPECT_EQ(clamped({.merge_distance = nan}).merge_distance, 0);
    EXPECT_EQ(clamped({.smooth = 99}).smooth, 16);
    const Parameters fine{.radius = 0.3, .smooth = 2, .merge_distance = 0.1};
    EXPECT_EQ(clamped(fine), fine);
}

TEST(Parameters, OfOneResultMayDifferInWhichOthersAreShown) {
    Parameters x, y;
    y.weightings = Weightings::both;
    EXPECT_TRUE(same_result(x, y));
    y.merge_distance = 0.01;
    EXPECT_FALSE(same_result(x, y));
}

TEST(Parameters, BothWeightingsAreEach) {
    EXPECT_EQ(each(Weightings::both), (std::vector{Weighting::palette, Weighting::frequency}));
    EXPECT_EQ(each(Weightings::frequency), std::vector{Weighting::frequency});
    EXPECT_EQ(name_of(Weightings::frequency), "frequency");
    EXPECT_EQ(name_of(Weightings::both), "both");
}

}
}
