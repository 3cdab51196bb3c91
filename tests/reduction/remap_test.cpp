#include "reduction/remap.h"

#include "reference/reference_engine.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace huedrift {
namespace {

TEST(Remap, PaintsExactlyTheColorsOfThePalette) {
    std::mt19937 random(11);
    Image image(40, 30);
    for (Rgba8& p : image.pixels())
        p = {std::uint8_t(random() % 64), std::uint8_t(random()), std::uint8_t(random() % 9),
             std::uint8_t(random() % 3)};
    const ColorSet colors(image, Transfer::srgb);
    ReferenceEngine engine;
    Progress progress;
    const Reduction reduction = engine.reduce(colors, {.radius = 0.03}, progress);
    const Image output = remap(image, colors, reduction);
    std::map<Rgb, std::uint64_t> pixels;
    for (const Rgba8 p : output.pixels())
        if (p.a != 0) ++pixels[{p.r, p.g, p.b}];
    const std::vector<Swatch> swatches = swatches_of(reduction);
    EXPECT_EQ(swatches.size(), pixels.size());
    std::uint64_t source_colors = 0;
    for (const Swatch& swatch : swatches) {
        EXPECT_EQ(swatch.pixels, pixels[swatch.color]);
        source_colors += swatch.colors;
    }
    EXPECT_EQ(source_colors, colors.size());
}

}
}
