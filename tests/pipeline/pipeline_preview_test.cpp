#include "base/error.h"
#include "base/stopwatch.h"
#include "cpu/cpu_engine.h"
#include "palette/palette.h"
#include "pipeline/pipeline.h"

#include <gtest/gtest.h>

#include <thread>

namespace huedrift {
namespace {

/// Of a picture of 400 colours.
class PipelinePreviewTest : public testing::Test {
protected:
    PipelinePreviewTest() {
        Image image(20, 20);
        for (int i = 0; i < 400; ++i)
            image.pixels()[std::size_t(i)] = {std::uint8_t(i % 20 * 9), std::uint8_t(i / 20 * 8), 40, 255};
        pipeline.use(engine);
        Document document;
        document.image = std::make_shared<const Image>(std::move(image));
        pipeline.open(std::move(document));
    }

    CpuEngine engine;
    Pipeline pipeline;
    Progress progress;
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
    Document document;
    document.image = std::make_shared<const Image>(std::move(image));
    pipeline.open(std::move(document));
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

}
}
