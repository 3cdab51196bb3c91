#include "image/animation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace huedrift {
namespace {

using testing::ElementsAre;

TEST(Animation, FramesLieBelowEachOther) {
    Image image(1, 6);
    for (std::uint8_t i = 0; i < 6; ++i) image.pixels()[i].r = i;
    const ImageView frame = frame_of(image, 3, 1);
    EXPECT_EQ(frame.width, 1);
    EXPECT_EQ(frame.height, 2);
    EXPECT_THAT(frame.pixels, ElementsAre(Rgba8{.r = 2}, Rgba8{.r = 3}));
}

TEST(Animation, TooShortDelaysLastATenthOfASecond) {
    EXPECT_EQ(shown_seconds({}), 0.1);
    EXPECT_EQ(shown_seconds({1, 100}), 0.1);
    EXPECT_EQ(shown_seconds({2, 100}), 0.02);
    EXPECT_EQ(shown_seconds({1, 60}), 1.0 / 60);
    EXPECT_EQ(shown_seconds({65535, 1}), 65535);
}

TEST(Animation, HundredthsKeepTheTimesOfFrames) {
    const std::vector<Delay> thirds(6, Delay{1, 30});
    EXPECT_THAT(in_hundredths(thirds), ElementsAre(3, 4, 3, 3, 4, 3));
    const std::vector<Delay> exact{{7, 100}, {0, 100}, {1, 1000}, {9, 1}, {65535, 1}};
    EXPECT_THAT(in_hundredths(exact), ElementsAre(7, 0, 0, 900, 65535));
}

}
}
