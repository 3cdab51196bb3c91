#include "pipeline/sweep.h"

#include "base/error.h"
#include "palette/palette.h"
#include "pipeline/reduce_at.h"
#include "reference/reference_engine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

}
}
