#include "cpu/cpu_engine.h"
#include "pipeline/pipeline.h"
#include "reduction/palette.h"

#include <gtest/gtest.h>

namespace huedrift {
namespace {

/// As quick as a GPU, if wanted.
class CountingFollower : public CpuEngine {
public:
    explicit CountingFollower(bool is_quick) : is_quick_(is_quick) {}
    bool follows_quickly() const override { return is_quick_; }
    Modes follow(const ColorSet& colors, std::span<const Position> starts, const Options& options,
                 Progress& progress) override {
        followed = starts.size();
        return CpuEngine::follow(colors, starts, options, progress);
    }
    std::size_t followed = 0;

private:
    bool is_quick_;
};

/// Of a picture of 400 colours.
class PipelinePreviewTest : public testing::Test {
protected:
    PipelinePreviewTest() {
        Image image(20, 20);
        for (int i = 0; i < 400; ++i)
            image.pixels()[std::size_t(i)] = {std::uint8_t(i % 20 * 9), std::uint8_t(i / 20 * 8), 40, 255};
        pipeline.use_for_previews(among_means, among_colors);
        Document document;
        document.image = std::make_shared<const Image>(std::move(image));
        pipeline.open(std::move(document));
    }

    CpuEngine among_means, among_colors;
    Pipeline pipeline;
    Progress progress;
};

TEST_F(PipelinePreviewTest, AnEngineThatFollowsQuicklyComputesThePreviewsItself) {
    CountingFollower quick(true);
    pipeline.use(quick);
    const Reduced preview = pipeline.preview({}, progress);
    EXPECT_EQ(quick.followed, 400u);
    EXPECT_EQ(preview.reduction.mode_of, pipeline.reduce({}, progress)->reduction.mode_of);
}

TEST_F(PipelinePreviewTest, AnyOtherDoesNot) {
    CountingFollower other(false);
    pipeline.use(other);
    EXPECT_EQ(pipeline.preview({}, progress).reduction.mode_of.size(), 400u);
    EXPECT_EQ(other.followed, 0u);
}

TEST_F(PipelinePreviewTest, IsJoinedToo) {
    Recipe few;
    few.join_to = 4;
    const Reduced preview = pipeline.preview(few, progress);
    EXPECT_EQ(preview.recipe, few);
    EXPECT_EQ(palette(preview.reduction).size(), 4u);
}

}
}
