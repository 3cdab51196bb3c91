#include "cpu/cpu_engine.h"
#include "palette/palette.h"
#include "pipeline/pipeline.h"

#include <gtest/gtest.h>

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

TEST_F(PipelinePreviewTest, IsAlsoJoined) {
    Recipe few;
    few.palette.colors = 4;
    const Reduced preview = pipeline.preview(few, progress);
    EXPECT_EQ(preview.recipe, few);
    EXPECT_EQ(swatches_of(*preview.palette).size(), 4u);
}

}
}
