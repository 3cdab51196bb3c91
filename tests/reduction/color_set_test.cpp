#include "reduction/color_set.h"

#include <gtest/gtest.h>

namespace huedrift {
namespace {

TEST(ColorSet, CountsVisiblePixelsOnly) {
    const std::vector<Rgba8> pixels{{9, 9, 9, 0}, {9, 9, 9, 1}, {9, 9, 9, 255}, {0, 0, 1, 7}, {5, 5, 5, 0}};
    const ColorSet set(ImageView{5, 1, pixels}, Transfer::srgb);
    ASSERT_EQ(set.size(), 2u);
    EXPECT_EQ(set.colors()[0], (Rgb{0, 0, 1}));
    EXPECT_EQ(set.colors()[1], (Rgb{9, 9, 9}));
    EXPECT_EQ(set.counts()[0], 1u);
    EXPECT_EQ(set.counts()[1], 2u);
    EXPECT_EQ(set.pixels(), 3u);
    EXPECT_EQ((set.index()[{9, 9, 9}]), 1u);
    EXPECT_FALSE(set.index().contains({5, 5, 5}));
}

TEST(ColorSet, OfNothingIsEmpty) { EXPECT_TRUE(ColorSet(ImageView{}, Transfer::srgb).empty()); }

}
}
