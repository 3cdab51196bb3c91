#include "palette/palette.h"

#include "palette/levels.h"

#include <algorithm>
#include <bitset>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

namespace huedrift {

namespace {

using testing::ElementsAre;

TEST(Palette, EntriesAreReplacedByOthers) {
    constexpr Rgb red{200, 0, 0}, green{0, 200, 0}, blue{0, 0, 200};
    const std::vector<PaletteEntry> rgb = entries_of(std::vector<Rgb>{blue, green, red}, Transfer::srgb);
    std::vector<PaletteEntry> entries = rgb;
    entries[0].pixels = 3, entries[0].colors = 2;
    entries[1].pixels = 5, entries[1].colors = 1;
    entries[2].pixels = 7, entries[2].colors = 1;
    const Palette before{.entries = entries, .entry_of = {0, 1, 2, 0}, .colors_found = 9};

    std::vector<PaletteEntry> others = {rgb[2], rgb[1], rgb[0], rgb[2]};
    others[0].pinned = true;
    const Palette after = replace_entries(before, others, std::vector<std::uint32_t>{0, 2, 3});
    EXPECT_THAT(after.entries, ElementsAre(PaletteEntry{blue, rgb[0].position, 5, 1},
                                           PaletteEntry{red, rgb[2].position, 10, 3, true}));
    EXPECT_THAT(after.entry_of, ElementsAre(1, 0, 1, 1));
    EXPECT_EQ(after.color_of(3), red);
    EXPECT_EQ(after.colors_found, 9u);

    const Palette again = replace_entries(after, rgb, std::vector<std::uint32_t>{1, 1});
    EXPECT_THAT(again.entries, ElementsAre(PaletteEntry{green, rgb[1].position, 15, 4}));
    EXPECT_THAT(again.entry_of, ElementsAre(0, 0, 0, 0));
}

TEST(Palette, ModesOfOneColorAreOneSwatch) {
    Palette palette;
    palette.entries = {
        {{1, 2, 3}, {0, 0, 0}, 10, 2}, {{9, 9, 9}, {5, 0, 0}, 15, 1}, {{1, 2, 3}, {7, 0, 0}, 6, 3}};
    const std::vector<Swatch> swatches = swatches_of(palette);
    ASSERT_EQ(swatches.size(), 2u);
    EXPECT_EQ(swatches[0].color, (Rgb{1, 2, 3}));
    EXPECT_EQ(swatches[0].pixels, 16u);
    EXPECT_EQ(swatches[0].colors, 5u);
    EXPECT_EQ(swatches[1].color, (Rgb{9, 9, 9}));
}

TEST(Palette, EqualSharesAreSortedByCode) {
    Palette palette;
    palette.entries = {
        {{2, 0, 0}, {0, 0, 0}, 4, 1}, {{1, 0, 0}, {1, 0, 0}, 4, 1}, {{3, 0, 0}, {2, 0, 0}, 5, 1}};
    const std::vector<Swatch> swatches = swatches_of(palette);
    ASSERT_EQ(swatches.size(), 3u);
    EXPECT_EQ(swatches[0].color, (Rgb{3, 0, 0}));
    EXPECT_EQ(swatches[1].color, (Rgb{1, 0, 0}));
    EXPECT_EQ(swatches[2].color, (Rgb{2, 0, 0}));
}

TEST(Members, HaveMostPixelsFirst) {
    const std::vector<std::uint32_t> counts{3, 9, 4, 9, 5};
    Palette palette;
    palette.entries = {{{7, 7, 7}, {0, 0, 0}}, {{8, 8, 8}, {1, 0, 0}}, {{7, 7, 7}, {2, 0, 0}}};
    palette.entry_of = {0, 0, 1, 2, 2};
    EXPECT_EQ(members(palette, counts, {7, 7, 7}, 9), (std::vector<std::uint32_t>{1, 3, 4, 0}));
    EXPECT_EQ(members(palette, counts, {7, 7, 7}, 2), (std::vector<std::uint32_t>{1, 4}));
    EXPECT_EQ(members(palette, counts, {8, 8, 8}, 2), (std::vector<std::uint32_t>{2}));
    EXPECT_TRUE(members(palette, counts, {9, 9, 9}, 2).empty());
}

}

namespace {

struct Device {
    Levels levels;
    int red, green, blue; ///< bits
};
constexpr Device devices[]{{Levels::rgb565, 5, 6, 5},
                           {Levels::rgb555, 5, 5, 5},
                           {Levels::rgb444, 4, 4, 4},
                           {Levels::rgb333, 3, 3, 3},
                           {Levels::rgb222, 2, 2, 2}};

/// The first 8 digits of the value's binary digits, written again and again.
std::uint8_t repeated(int value, int bits) {
    const std::string digits = std::bitset<8>(unsigned(value)).to_string().substr(std::size_t(8 - bits));
    std::string written;
    while (written.size() < 8) written += digits;
    return std::uint8_t(std::stoi(written.substr(0, 8), nullptr, 2));
}

TEST(Levels, GridsAreAllColoursOfADevice) {
    for (const auto& [levels, red, green, blue] : devices) {
        std::vector<Rgb> all;
        for (int r = 0; r < 1 << red; ++r)
            for (int g = 0; g < 1 << green; ++g)
                for (int b = 0; b < 1 << blue; ++b)
                    all.push_back({repeated(r, red), repeated(g, green), repeated(b, blue)});
        EXPECT_EQ(grid_of(levels), all) << name_of(levels);
        EXPECT_TRUE(std::ranges::is_sorted(all)) << name_of(levels);
        EXPECT_EQ(all.front(), (Rgb{0, 0, 0}));
        EXPECT_EQ(all.back(), (Rgb{255, 255, 255}));
        EXPECT_EQ(name_of(levels),
                  "rgb" + std::to_string(red) + std::to_string(green) + std::to_string(blue));
    }
}

}

}
