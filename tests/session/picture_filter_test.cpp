#include "engines/engine_choice.h"
#include "image/pixels.h"
#include "session_run.h"

#include <cstdlib>

namespace huedrift {
namespace {

/// Counts the calls of a device's filter.
class CountingFilter : public PictureFilter {
public:
    CountingFilter(std::unique_ptr<PictureFilter> filter, std::atomic<int>& calls)
        : filter_(std::move(filter)), calls_(calls) {}

    Image smoothed(const ImageView& image, int radius) override {
        Image result = filter_->smoothed(image, radius);
        ++calls_;
        return result;
    }
    LuminanceHistogram histogram(const ImageView& image) override {
        const LuminanceHistogram result = filter_->histogram(image);
        ++calls_;
        return result;
    }

private:
    std::unique_ptr<PictureFilter> filter_;
    std::atomic<int>& calls_;
};

/// A session on the engines of this machine.
class SessionOnADevice : public SessionTest {
protected:
    void SetUp() override {
        std::vector<EngineEntry> entries = engine_entries();
        bool usable = false;
        for (EngineEntry& entry : entries) {
            if (!entry.make_filter) continue;
            usable |= entry.usable();
            entry.make_filter = [this, make = entry.make_filter] {
                return std::make_unique<CountingFilter>(make(), calls);
            };
        }
        if (!usable) {
            if (std::getenv("CI")) FAIL() << "there is no Vulkan device";
            GTEST_SKIP() << "there is no Vulkan device";
        }
        session = std::make_unique<Session>(threads, std::move(entries));
    }

    std::shared_ptr<const Picture> opened_by(const std::string& engine, int smooth) {
        session->choose_engine({.engine = engine});
        session->set({.source = {.smooth = smooth}});
        session->open({write_picture("noise.png", {40, 30, noise})});
        return exact().picture;
    }

    std::vector<Rgba8> noise = noise_pixels(40 * 30, 5);
    std::atomic<int> calls = 0;
};

TEST_F(SessionOnADevice, SmoothsAndCountsThereWithTheBytesOfTheCpu) {
    const auto picture = opened_by("vulkan", 3);
    EXPECT_GE(calls, 2); // the search for a look may smooth by now, too
    const Image expected = smooth(*picture->document->image, 3);
    EXPECT_TRUE(std::ranges::equal(picture->image->pixels(), expected.pixels()));
    EXPECT_EQ(picture->histogram, luminance_histogram(expected));
}

TEST_F(SessionOnADevice, OpensAPictureWithoutItIfNothingIsSmoothed) {
    const auto picture = opened_by("vulkan", 0);
    EXPECT_EQ(calls, 0);
    EXPECT_EQ(picture->histogram, luminance_histogram(*picture->image));
}

TEST_F(SessionOnADevice, SmoothsAndCountsOnTheCpuWhereThatComputes) {
    const auto picture = opened_by("cpu", 3);
    EXPECT_EQ(calls, 0);
    const Image expected = smooth(*picture->document->image, 3);
    EXPECT_TRUE(std::ranges::equal(picture->image->pixels(), expected.pixels()));
    EXPECT_EQ(picture->histogram, luminance_histogram(expected));
}

}
}
