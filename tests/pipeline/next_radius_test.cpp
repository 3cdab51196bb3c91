#include "pipeline/next_radius.h"

#include "color/position.h"

#include <gtest/gtest.h>

namespace huedrift {
namespace {

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
