#include "cli/bench.h"

#include <gtest/gtest.h>

namespace huedrift {
namespace {

TEST(Median, IsTheMiddle) {
    EXPECT_EQ(median({}), 0);
    EXPECT_EQ(median({3, 1, 2}), 2);
    EXPECT_EQ(median({4, 1, 2, 9}), 3);
}

TEST(StageTimes, KeepTheOrderOfStages) {
    StageTimes times;
    times.add({{"b", 3}, {"a", 1}});
    times.add("a", 2);
    times.add("a", 9);
    const std::vector<StageTime> medians = times.medians();
    ASSERT_EQ(medians.size(), 2u);
    EXPECT_EQ(medians[0].stage, "b");
    EXPECT_EQ(medians[1].stage, "a");
    EXPECT_EQ(medians[1].seconds, 2);
    EXPECT_TRUE(times.has("b"));
    EXPECT_FALSE(times.has("c"));
}

}
}
