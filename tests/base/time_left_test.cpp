#include "base/stopwatch.h"

#include <gtest/gtest.h>

namespace huedrift {
namespace {

TEST(TimeLeft, ExtrapolatesTheTimeSoFar) {
    EXPECT_EQ(time_left(0.25, 5), "15 s left");
    EXPECT_EQ(time_left(0.5, 7200), "120 min left");
}

TEST(TimeLeft, IsEmptyAtTheBeginningAndAtTheEnd) {
    for (const double share : {0.0, 0.009, 1.0}) EXPECT_EQ(time_left(share, 5), "") << share;
}

}
}
