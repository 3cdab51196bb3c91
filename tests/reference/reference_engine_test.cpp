#include "reference/reference_engine.h"

#include <gtest/gtest.h>

namespace huedrift {
namespace {

TEST(ReferenceEngine, GoldenFourPixels) {
    const std::vector<Rgba8> pixels{
        {0xCC, 0x4E, 0xFF, 255}, {0xFF, 0x2D, 0xFF, 255}, {0xFF, 0x2C, 0xA6, 255}, {0xFF, 0x2C, 0xA6, 255}};
    const ColorSet set(ImageView{2, 2, pixels}, Transfer::linear);
    ReferenceEngine engine;
    Progress progress;
    for (const auto& [weighting, expected] : {std::pair{Weighting::palette, Rgb{0xEE, 0x38, 0xDF}},
                                              std::pair{Weighting::frequency, Rgb{0xF3, 0x35, 0xD0}}}) {
        const Reduction reduction = engine.reduce(
            set, {.radius = 0.1, .weighting = weighting, .transfer = Transfer::linear}, progress);
        ASSERT_EQ(reduction.modes.size(), 1u);
        EXPECT_EQ(reduction.modes[0].color, expected);
        EXPECT_EQ(reduction.modes[0].colors, 3u);
        EXPECT_EQ(reduction.modes[0].pixels, 4u);
    }
}

}
}
