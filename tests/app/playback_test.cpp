#include "app/ui/view_state.h"

#include <gtest/gtest.h>

namespace huedrift::app {
namespace {

using std::chrono::milliseconds;

/// Frames of 100, 200 and 300 ms.
Animation three_frames(std::uint32_t plays = 0) {
    return {.delays = {{10, 100}, {1, 5}, {300, 1000}}, .plays = plays};
}

class PlaybackTest : public testing::Test {
protected:
    /// The frame that is shown a while later.
    std::size_t after(milliseconds while_passed) {
        now += while_passed;
        playback.advance(now);
        return playback.frame();
    }
    void open(const Animation& animation) {
        playback.open(animation);
        playback.advance(now);
    }
    Playback playback;
    Playback::Time now{std::chrono::hours(1)};
};

TEST_F(PlaybackTest, APictureHasOneFrameAndNothingToWaitFor) {
    open({});
    EXPECT_EQ(playback.frames(), 1u);
    EXPECT_EQ(playback.begins(1), 0);
    EXPECT_FALSE(playback.is_playing());
    EXPECT_EQ(playback.next(), std::nullopt);
}

TEST_F(PlaybackTest, EachFrameIsShownAsLongAsItSays) {
    open(three_frames());
    EXPECT_TRUE(playback.is_playing());
    EXPECT_EQ(playback.next(), now + milliseconds(100));
    EXPECT_EQ(after(milliseconds(99)), 0u);
    EXPECT_EQ(after(milliseconds(1)), 1u);
    EXPECT_EQ(after(milliseconds(199)), 1u);
    EXPECT_EQ(after(milliseconds(1)), 2u);
    EXPECT_EQ(after(milliseconds(300)), 0u);
    EXPECT_NEAR(playback.begins(2), 0.3, 1e-9);
    EXPECT_NEAR(playback.begins(3), 0.6, 1e-9);
}

TEST_F(PlaybackTest, ReplacesZeroDelaysAsBrowsersDo) {
    open({.delays = {{0, 100}, {1, 100}}, .plays = 0});
    EXPECT_NEAR(playback.begins(2), 0.2, 1e-9);
    EXPECT_EQ(after(milliseconds(99)), 0u);
    EXPECT_EQ(after(milliseconds(1)), 1u);
}

TEST_F(PlaybackTest, SkipsLateFrames) {
    open(three_frames());
    EXPECT_EQ(after(milliseconds(310)), 2u);
    EXPECT_EQ(playback.next(), now + milliseconds(290));
}

TEST_F(PlaybackTest, ContinuesWhereItWasAfterALongSilence) {
    open(three_frames());
    EXPECT_EQ(after(std::chrono::hours(10)), 1u);
    EXPECT_EQ(playback.next(), now + milliseconds(200));
}

TEST_F(PlaybackTest, EndsAtItsLastFrameAfterItsPlays) {
    open(three_frames(2));
    EXPECT_EQ(after(milliseconds(600)), 0u);
    EXPECT_EQ(after(milliseconds(599)), 2u);
    EXPECT_TRUE(playback.is_playing());
    EXPECT_EQ(after(milliseconds(1)), 2u);
    EXPECT_FALSE(playback.is_playing());
    EXPECT_EQ(playback.next(), std::nullopt);
    playback.play();
    EXPECT_EQ(playback.frame(), 0u);
    EXPECT_TRUE(playback.is_playing());
}

TEST_F(PlaybackTest, StepsPauseAndGoRound) {
    open(three_frames());
    playback.step(-1);
    EXPECT_EQ(playback.frame(), 2u);
    playback.step(1);
    EXPECT_EQ(playback.frame(), 0u);
    EXPECT_FALSE(playback.is_playing());
    EXPECT_EQ(after(milliseconds(500)), 0u);
}

TEST_F(PlaybackTest, PlaysOnFromAChosenFrame) {
    open(three_frames());
    playback.show(1);
    EXPECT_EQ(after(milliseconds(50)), 1u); // its time begins here
    EXPECT_EQ(after(milliseconds(199)), 1u);
    EXPECT_EQ(after(milliseconds(1)), 2u);
}

TEST_F(PlaybackTest, StaysWhileItIsHeld) {
    open(three_frames());
    playback.hold(true);
    EXPECT_EQ(after(milliseconds(500)), 0u);
    EXPECT_EQ(playback.next(), std::nullopt);
    EXPECT_TRUE(playback.is_playing());
    playback.hold(false);
    EXPECT_EQ(after(milliseconds(0)), 0u);
    EXPECT_EQ(after(milliseconds(100)), 1u);
}

TEST_F(PlaybackTest, KeepsItsFrameInAReloadedFile) {
    open(three_frames());
    playback.step(2);
    playback.reopen(three_frames());
    EXPECT_EQ(playback.frame(), 2u);
    playback.reopen({.delays = {{1, 10}, {1, 10}}, .plays = 0});
    EXPECT_EQ(playback.frame(), 1u);
    playback.reopen({});
    EXPECT_EQ(playback.frame(), 0u);
}

TEST_F(PlaybackTest, APauseAppliesToTheNextFileButAnEndDoesNot) {
    open(three_frames(1));
    after(milliseconds(600));
    open(three_frames());
    EXPECT_TRUE(playback.is_playing());
    playback.pause();
    open(three_frames());
    EXPECT_EQ(playback.frame(), 0u);
    EXPECT_FALSE(playback.is_playing());
    EXPECT_FALSE(playback.is_wanted());
}

}
}
