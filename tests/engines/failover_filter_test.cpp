#include "engines/failover_engine.h"

#include "image/pixels.h"

#include <gtest/gtest.h>

namespace huedrift {
namespace {

/// The CPU's filter, which first throws `failure` a given number of times.
class FailingFilter : public PictureFilter {
public:
    FailingFilter(int& times, std::function<void()> failure) : times_(times), failure_(std::move(failure)) {}

    Image smoothed(const ImageView& image, int radius) override {
        fail();
        return smooth(image, radius);
    }
    LuminanceHistogram histogram(const ImageView& image) override {
        fail();
        return luminance_histogram(image);
    }

private:
    void fail() {
        if (times_ > 0 && times_-- > 0) failure_();
    }

    int& times_;
    std::function<void()> failure_;
};

class FailoverFilterTest : public testing::Test {
protected:
    FailoverFilter filter_failing(int& times, std::function<void()> failure) {
        return FailoverFilter(
            [&, failure] {
                ++made;
                return std::make_unique<FailingFilter>(times, failure);
            },
            losses);
    }
    void expect_same_bytes(PictureFilter& filter) const {
        EXPECT_TRUE(std::ranges::equal(filter.smoothed(image, 2).pixels(), smooth(image, 2).pixels()));
        EXPECT_EQ(filter.histogram(image), luminance_histogram(image));
    }

    std::vector<Rgba8> pixels = noise_pixels(30 * 20, 1);
    ImageView image{30, 20, pixels};
    std::shared_ptr<DeviceLosses> losses = std::make_shared<DeviceLosses>();
    int made = 0;
};

TEST_F(FailoverFilterTest, ContinuesOnANewDeviceAfterALoss) {
    int times = 2;
    FailoverFilter filter = filter_failing(times, [] { throw DeviceLost("lost"); });
    expect_same_bytes(filter);
    EXPECT_EQ(losses->count(), 2);
    EXPECT_EQ(made, 3);
}

TEST_F(FailoverFilterTest, ContinuesOnTheCpuAfterTooManyLosses) {
    int times = 1000;
    FailoverFilter filter = filter_failing(times, [] { throw DeviceLost("lost"); });
    expect_same_bytes(filter);
    EXPECT_TRUE(losses->rests());
    EXPECT_EQ(made, DeviceLosses::limit);
}

TEST_F(FailoverFilterTest, ContinuesOnTheDeviceAfterAnyFailure) {
    int times = 1;
    FailoverFilter filter = filter_failing(times, [] { throw Error(ErrorKind::device, "unknown"); });
    expect_same_bytes(filter);
    EXPECT_EQ(losses->count(), 1);
    EXPECT_EQ(made, 2);
}

TEST_F(FailoverFilterTest, LeavesTooLargePicturesToTheCpuAndRetries) {
    int times = 1;
    FailoverFilter filter = filter_failing(times, [] { throw OutOfMemory("no memory"); });
    expect_same_bytes(filter);
    EXPECT_EQ(losses->count(), 0);
    EXPECT_EQ(made, 1);
}

TEST_F(FailoverFilterTest, UsesTheCpuWhereNoDeviceOpens) {
    FailoverFilter filter([]() -> std::unique_ptr<PictureFilter> { throw Error(ErrorKind::device, "none"); },
                          losses);
    expect_same_bytes(filter);
}

TEST_F(FailoverFilterTest, HidesNoOtherError) {
    int times = 0;
    FailoverFilter filter = filter_failing(times, [] {});
    EXPECT_THROW(filter.smoothed(image, largest_smooth_radius + 1), Error);
}

}
}
