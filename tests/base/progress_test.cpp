#include "base/progress.h"

#include <gtest/gtest.h>

#include <vector>

namespace huedrift {
namespace {

TEST(Progress, NeverFalls) {
    std::vector<double> shares;
    Progress progress([&](double share) { shares.push_back(share); });
    for (const double share : {0.25, 0.125, 0.5, 3.0, 0.75}) progress.report(share);
    EXPECT_EQ(shares, (std::vector{0.25, 0.25, 0.5, 1.0, 1.0}));
    EXPECT_EQ(progress.share(), 1);
}

TEST(Progress, APartMovesTheWhole) {
    Progress whole;
    Progress part(whole, 0.5, 0.75);
    part.report(0.5);
    EXPECT_EQ(whole.share(), 0.625);
    EXPECT_EQ(part.share(), 0.5);
    whole.cancel();
    EXPECT_TRUE(part.cancelled());
}

}
}
