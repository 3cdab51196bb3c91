#include "reduction/color_set.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <random>

namespace huedrift {
namespace {

TEST(ColorSet, CountsVisiblePixelsOnly) {
    const std::vector<Rgba8> pixels{{9, 9, 9, 0}, {9, 9, 9, 1}, {9, 9, 9, 255}, {0, 0, 1, 7}, {5, 5, 5, 0}};
    const ColorSet set(ImageView{5, 1, pixels}, Transfer::srgb);
    ASSERT_EQ(set.size(), 2u);
    EXPECT_EQ(set.colors()[0], (Rgb{0, 0, 1}));
    EXPECT_EQ(set.colors()[1], (Rgb{9, 9, 9}));
    EXPECT_EQ(set.counts()[0], 1u);
    EXPECT_EQ(set.counts()[1], 2u);
    EXPECT_EQ(set.pixels(), 3u);
    EXPECT_EQ((set.index()[{9, 9, 9}]), 1u);
    EXPECT_FALSE(set.index().contains({5, 5, 5}));
}

TEST(ColorSet, CountsColorsOfPicturesOfAnySize) {
    std::mt19937 random(1);
    for (const std::size_t size : {1, 7, 1000, 65'535, 65'536, 65'537, 200'003})
        for (const std::uint32_t kinds : {1u, 50u, 1u << 24}) {
            std::vector<Rgba8> pixels(size);
            std::map<std::uint32_t, std::uint32_t> expected;
            for (Rgba8& pixel : pixels) {
                const Rgb color = Rgb::from_code(std::uint32_t(random()) % kinds * 0x9e3779 & 0xffffff);
                pixel = {color.r, color.g, color.b, std::uint8_t(random() % 3)};
                if (pixel.a != 0) ++expected[color.code()];
            }
            const ColorSet set(ImageView{static_cast<int>(size), 1, pixels}, Transfer::srgb);
            std::map<std::uint32_t, std::uint32_t> counted;
            for (std::uint32_t i = 0; i < set.size(); ++i) {
                counted.emplace(set.colors()[i].code(), set.counts()[i]);
                ASSERT_EQ(set.index()[set.colors()[i]], i);
            }
            ASSERT_EQ(set.size(), expected.size()) << size << " pixels of " << kinds;
            EXPECT_TRUE(counted == expected) << size << " pixels of " << kinds;
            EXPECT_TRUE(std::ranges::is_sorted(set.colors(), {}, &Rgb::code));
        }
}

TEST(ColorSet, IsEmptyWithoutPixels) { EXPECT_TRUE(ColorSet(ImageView{}, Transfer::srgb).empty()); }

}
}
