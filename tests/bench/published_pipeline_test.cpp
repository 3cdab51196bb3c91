#include "bench/published_pipeline.h"

#include "reference/reference_engine.h"
#include "vulkan/device_fixture.h"

#include <cmath>
#include <random>

namespace huedrift::bench {
namespace {

using PublishedPipelineTest = vulkan::DeviceTest;

Rgb color_of(const Oklab& end) {
    const LinearRgb linear = linear_from_oklab(end);
    return {encode(linear.r, Transfer::linear), encode(linear.g, Transfer::linear),
            encode(linear.b, Transfer::linear)};
}

TEST_F(PublishedPipelineTest, GivesThePublishedColors) {
    const ColorSet set({{0xCC, 0x4E, 0xFF}, {0xFF, 0x2C, 0xA6}, {0xFF, 0x2D, 0xFF}}, {1, 2, 1},
                       Transfer::linear);
    PublishedPipeline pipeline(device(), set, published_settings(device().facts()));
    for (const auto& [weighting, expected] : {std::pair{Weighting::palette, Rgb{0xEE, 0x38, 0xDF}},
                                              std::pair{Weighting::frequency, Rgb{0xF3, 0x35, 0xD0}}}) {
        const PublishedResult result = pipeline.mean_shift(0.1, weighting, 60);
        ASSERT_TRUE(result.finished);
        ASSERT_EQ(result.ends.size(), 3u);
        for (const Oklab& end : result.ends) EXPECT_EQ(color_of(end), expected);
    }
}

ColorSet random_colors(std::uint32_t every) {
    std::mt19937 random(1);
    std::vector<Rgb> colors;
    std::vector<std::uint32_t> counts;
    for (std::uint32_t code = 0; code < rgb_codes; code += 1 + random() % (2 * every)) {
        colors.push_back(Rgb::from_code(code));
        counts.push_back(1 + random() % 9);
    }
    return {std::move(colors), std::move(counts), Transfer::linear};
}

TEST_F(PublishedPipelineTest, AgreesWithTheReferenceWithinFloatNoise) {
    const ColorSet set = random_colors(20'000);
    PublishedPipeline pipeline(device(), set, published_settings(device().facts()));
    for (const Weighting weighting : {Weighting::palette, Weighting::frequency}) {
        const PublishedResult result = pipeline.mean_shift(0.1, weighting, 60);
        Progress progress;
        const Reduction reduction = ReferenceEngine().reduce(
            set, {.radius = 0.1, .weighting = weighting, .transfer = Transfer::linear, .merge = 0.0},
            progress);
        std::size_t same = 0;
        for (std::size_t i = 0; i < set.size(); ++i)
            same += color_of(result.ends[i]) == reduction.entries[reduction.entry_of[i]].color;
        EXPECT_GE(double(same), 0.99 * double(set.size())) << "of " << set.size();
    }
}

// Above 75,000 colours the cells stand in curve order, and above 50,000 a dispatch has a limit of steps.
TEST_F(PublishedPipelineTest, GoesOnFromDispatchToDispatch) {
    const ColorSet set = random_colors(200);
    ASSERT_GT(set.size(), 75'000u);
    PublishedPipeline pipeline(device(), set, {.grid_side = 40, .unlimited_steps = 2});
    const PublishedResult result = pipeline.mean_shift(0.012, Weighting::palette, 60);
    EXPECT_TRUE(result.finished);
    EXPECT_GT(result.dispatches, 1u);
    for (const Oklab& end : result.ends) ASSERT_GE(end.l, 0.0);
}

TEST_F(PublishedPipelineTest, GivesUpAtTheLimit) {
    const ColorSet set = random_colors(20'000);
    PublishedPipeline pipeline(device(), set, published_settings(device().facts()));
    EXPECT_FALSE(pipeline.mean_shift(0.1, Weighting::palette, 0).finished);
}

}
}
