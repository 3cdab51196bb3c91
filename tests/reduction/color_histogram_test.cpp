#include "reduction/color_histogram.h"

#include "reduction/reduction.h"
#include "reduction/remap.h"

#include <gtest/gtest.h>

#include <random>

namespace huedrift {
namespace {

TEST(ColorHistogram, EqualsThatOfThePicture) {
    std::mt19937 random(4);
    Image image(50, 40);
    for (Rgba8& p : image.pixels())
        p = {std::uint8_t(random() % 30), std::uint8_t(random()), std::uint8_t(random()),
             std::uint8_t(random() % 3)};
    const ColorSet colors(image, Transfer::srgb);
    EXPECT_EQ(luminance_histogram(colors), luminance_histogram(ImageView(image)));

    std::vector<Position> ends(colors.positions().begin(), colors.positions().end());
    for (std::size_t i = 0; i < ends.size(); ++i) ends[i] = ends[i / 7 * 7];
    const Reduction reduction = gather_modes(colors, ends);
    EXPECT_EQ(luminance_histogram(swatches_of(reduction)),
              luminance_histogram(ImageView(remap(image, colors, reduction))));
}

TEST(ColorHistogram, CountsMorePixelsThanOnePictureHas) {
    constexpr std::uint64_t most = std::uint64_t{1} << 31;
    const std::vector<Rgb> colors{{7, 0, 0}, {7, 0, 1}, {7, 0, 2}};
    const ColorSet linked(colors, {most - 1, most - 1, most - 1}, Transfer::srgb);
    EXPECT_EQ(luminance_histogram(linked).r[7], 3 * (most - 1));
    const std::vector<Swatch> palette{{.color = {7, 9, 9}, .pixels = 64 * most}};
    EXPECT_EQ(luminance_histogram(palette).r[7], 64 * most);
    EXPECT_EQ(luminance_histogram(ColorTable({{7, 9, 9}}, {1024 * most})).b[9], 1024 * most);
}

}
}
