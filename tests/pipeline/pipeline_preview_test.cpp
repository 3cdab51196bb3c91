#include "base/error.h"
#include "base/progress.h"
#include "image/pixels.h"
#include "painted.h"
#include "palette/palette.h"
#include "pipeline/document.h"
#include "pipeline/pipeline_fixture.h"
#include "reduction/difference.h"

#include <gtest/gtest.h>

#include <cmath>
#include <thread>

namespace huedrift {
namespace {

/// Of a picture of 400 colours.
class PipelinePreviewTest : public PipelineFixture {
protected:
    PipelinePreviewTest() {
        Image image(20, 20);
        for (int i = 0; i < 400; ++i)
            image.pixels()[std::size_t(i)] = {std::uint8_t(i % 20 * 9), std::uint8_t(i / 20 * 8), 40, 255};
        open(std::move(image));
    }
};

TEST_F(PipelinePreviewTest, HasAnEntryForEveryColour) {
    const Reduced preview = pipeline.preview({}, progress);
    EXPECT_EQ(preview.palette->entry_of.size(), 400u);
    EXPECT_EQ(pipeline.computations()["mean_shift"], 0) << "it is not kept";
}

TEST_F(PipelinePreviewTest, IsNotNeededForFewColours) { EXPECT_FALSE(pipeline.gains_by_preview({})); }

/// Quick at its first reduction; the next ones are cancelled after a while.
class SlowingEngine final : public Engine {
public:
    std::string name() const override { return "cpu"; }
    std::string device() const override { return "CPU"; }
    Reduction reduce(const ColorSet& colors, const Options&, Progress& progress) override {
        if (first_) {
            first_ = false;
            return gather_modes(colors, colors.positions(), progress);
        }
        for (const Stopwatch watch; watch.seconds() < 0.06;) std::this_thread::yield();
        throw Error(ErrorKind::cancelled, "cancelled");
    }

private:
    bool first_ = true;
};

TEST_F(PipelinePreviewTest, IsMadeOnceAnExactResultWasCancelledAfterLong) {
    Image image(128, 128);
    for (int i = 0; i < 128 * 128; ++i)
        image.pixels()[std::size_t(i)] = {std::uint8_t(i), std::uint8_t(i >> 8), 40, 255};
    SlowingEngine slowing;
    pipeline.use(slowing);
    open(std::move(image));
    const Recipe first{.shift = {.radius = 0.05}}, second{.shift = {.radius = 0.06}},
        third{.shift = {.radius = 0.07}};
    EXPECT_TRUE(pipeline.gains_by_preview(first)) << "nothing was measured";
    pipeline.reduce(first, progress);
    EXPECT_THROW(pipeline.reduce(second, progress), Error);
    EXPECT_TRUE(pipeline.gains_by_preview(third));
}

TEST_F(PipelinePreviewTest, IsAlsoJoined) {
    Recipe few;
    few.palette.colors = 4;
    const Reduced preview = pipeline.preview(few, progress);
    EXPECT_EQ(preview.recipe, few);
    EXPECT_EQ(swatches_of(*preview.palette).size(), 4u);
}

/// Soft ramps with some noise: neighbours have near colours.
Image crossed_ramps(int side) {
    const std::vector<Rgba8> noise = noise_pixels(std::size_t(side * side), 4);
    return painted(side, side, [&](int x, int y) {
        const Rgba8 grain = noise[std::size_t(y * side + x)];
        return Rgba8{std::uint8_t(x * 200 / side + grain.r / 16), std::uint8_t(y * 200 / side + grain.g / 16),
                     90, 255};
    });
}

class SampleTest : public PipelineFixture {
protected:
    SampleTest() {
        open(crossed_ramps(200));
        picture = pipeline.prepare_picture({});
    }
    Sample sample() const { return take_sample(*picture, 200 * 200 / 16, true, {}); }

    std::shared_ptr<const Picture> picture;
};

TEST_F(SampleTest, EachColorHasAStandInNearIt) {
    const Sample taken = sample();
    EXPECT_EQ(taken.pixels->halvings, 2);
    ASSERT_TRUE(taken.picture);
    EXPECT_LT(taken.picture->colors.size(), picture->colors.size() / 2);
    const ColorSet &all = picture->colors, &some = taken.picture->colors;
    ASSERT_EQ(taken.stand_ins.size(), all.size());
    double sum = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Rgb stand_in = some.colors()[taken.stand_ins[i]];
        if (some.index().contains(all.colors()[i])) {
            EXPECT_EQ(stand_in, all.colors()[i]);
        }
        sum += std::sqrt(double(squared_distance(all.positions()[i], some.positions()[taken.stand_ins[i]])));
    }
    EXPECT_LT(sum / double(all.size()) / units_per_one, 0.03);
}

TEST_F(SampleTest, APreviewOfItBecomesOneOfThePicture) {
    const Sample taken = sample();
    const Recipe recipe{.shift = {.radius = 0.05}};
    CpuEngine own;
    const Reduced small = pipeline.preview(recipe, taken.picture, own, progress);
    const Palette all = widened(*small.palette, taken, picture->colors);
    ASSERT_EQ(all.entry_of.size(), picture->colors.size());
    std::uint64_t pixels = 0, colors = 0;
    for (const PaletteEntry& entry : all.entries) {
        EXPECT_GT(entry.colors, 0u);
        pixels += entry.pixels, colors += entry.colors;
    }
    EXPECT_EQ(pixels, picture->colors.pixels());
    EXPECT_EQ(colors, picture->colors.size());
    // It predicts the exact result at least about as well as a preview of all pixels does.
    const auto error = [&](const Palette& palette) { return difference(picture->colors, palette).mean; };
    EXPECT_LT(error(all), error(*pipeline.preview(recipe, progress).palette) + 0.01);
}

TEST_F(SampleTest, ColorsOfATableAreReducedThemselves) {
    const Sample taken = take_sample(*picture, 1000, false, {});
    EXPECT_FALSE(taken.picture);
    EXPECT_LE(taken.pixels->image.pixels().size(), 1000u);
}

}
}
