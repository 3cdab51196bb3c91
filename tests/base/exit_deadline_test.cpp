#include "base/exit_deadline.h"

#include "base/stopwatch.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <semaphore>

namespace huedrift {
namespace {

void never_end() {
    const ExitDeadline deadline(std::chrono::milliseconds(10), 7);
    std::binary_semaphore(0).acquire();
}

void end_in_time() {
    { const ExitDeadline deadline(std::chrono::hours(1), 7); }
    std::_Exit(3);
}

TEST(ExitDeadline, EndsAProgramThatDoesNotEnd) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(never_end(), testing::ExitedWithCode(7), "");
    EXPECT_EXIT(end_in_time(), testing::ExitedWithCode(3), "");
}

TEST(TimeLeft, ExtrapolatesTheTimeSoFar) {
    EXPECT_EQ(time_left(0.25, 5), "15 s left");
    EXPECT_EQ(time_left(0.5, 7200), "120 min left");
}

TEST(TimeLeft, IsEmptyAtTheBeginningAndAtTheEnd) {
    for (const double share : {0.0, 0.009, 1.0}) EXPECT_EQ(time_left(share, 5), "") << share;
}

}
}
