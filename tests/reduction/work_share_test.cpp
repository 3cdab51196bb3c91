#include "reduction/work_share.h"

#include <gtest/gtest.h>

namespace huedrift {
namespace {

TEST(WorkShare, GrowsWithRoundsAndSettledTrajectories) {
    double before = 0;
    for (std::uint32_t rounds = 1; rounds < 300; ++rounds) {
        const double share = work_share(rounds, 0);
        EXPECT_GE(share, before);
        EXPECT_LT(share, 0.5);
        before = share;
    }
    for (const std::uint32_t rounds : {1u, 10u, 1000u}) {
        before = 0;
        for (int percent = 0; percent <= 100; ++percent) {
            const double share = work_share(rounds, percent / 100.0);
            EXPECT_GE(share, before);
            before = share;
        }
        EXPECT_DOUBLE_EQ(before, 1);
    }
}

TEST(WorkShare, FirstRoundEqualsOneRound) { EXPECT_DOUBLE_EQ(work_share(1, 0), first_round_share); }

}
}
