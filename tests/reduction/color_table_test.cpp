#include "reduction/color_table.h"

#include "expect_error.h"
#include "reduction/random_image.h"

#include <gtest/gtest.h>

#include <map>

namespace huedrift {
namespace {

constexpr std::uint64_t most = 0xFFFFFFFFFFFFFFFF;

ColorTable table_of(const Image& image) { return ColorTable(ColorSet(image, Transfer::srgb)); }

ColorTable sum(ColorTable x, const ColorTable& y) {
    x.add(y);
    return x;
}

/// Tables of pictures that share some colours.
std::vector<ColorTable> random_tables() {
    std::vector<ColorTable> tables;
    for (unsigned seed = 0; seed < 4; ++seed)
        tables.push_back(table_of(random_image(seed, 40, 30, 6 + seed, 20, 3)));
    tables.emplace_back();
    return tables;
}

ColorTable table_with(std::vector<std::uint64_t> counts) {
    std::vector<Rgb> colors;
    for (std::uint32_t i = 0; i < counts.size(); ++i) colors.push_back(Rgb::from_code(1000 * i));
    return {std::move(colors), std::move(counts)};
}

TEST(ColorTable, EqualsCountingPixelByPixel) {
    std::map<Rgb, std::uint64_t> expected;
    ColorTable table;
    for (unsigned seed = 0; seed < 5; ++seed) {
        const Image image = random_image(seed, 50, 20, 5, 50, 3);
        for (const Rgba8 p : image.pixels())
            if (p.a != 0) ++expected[{p.r, p.g, p.b}];
        table.add(table_of(image));
    }
    ASSERT_EQ(table.size(), expected.size());
    std::uint64_t pixels = 0;
    std::size_t i = 0;
    for (const auto& [color, count] : expected) {
        EXPECT_EQ(table.colors()[i], color);
        EXPECT_EQ(table.counts()[i++], count);
        pixels += count;
    }
    EXPECT_EQ(table.pixels(), pixels);
}

TEST(ColorTable, AddingIsCommutativeAndAssociative) {
    const std::vector<ColorTable> tables = random_tables();
    for (const ColorTable& x : tables) {
        EXPECT_EQ(sum(x, ColorTable()), x);
        for (const ColorTable& y : tables) {
            EXPECT_EQ(sum(x, y), sum(y, x));
            for (const ColorTable& z : tables) EXPECT_EQ(sum(sum(x, y), z), sum(x, sum(y, z)));
        }
    }
}

TEST(ColorTable, RefusesMorePixelsThanCanBeCounted) {
    ColorTable table = table_with({most - 1});
    table.add(table_with({1}));
    EXPECT_EQ(table, table_with({most}));
    expect_error([&] { table.add(table_with({1})); }, ErrorKind::failed, {"2^64 - 1"});
    EXPECT_EQ(table, table_with({most}));
    expect_error([] { table_with({most, 1}); }, ErrorKind::failed, {"2^64 - 1"});
    expect_error([] { table_with({1, 0}); }, ErrorKind::failed);
    expect_error([] { ColorTable({{1, 1, 1}, {1, 1, 1}}, {1, 1}); }, ErrorKind::failed);
}

TEST(ColorTable, IsTheColorSetOfItsPicture) {
    const Image image = random_image(7, 40, 30, 9, 20, 3);
    const ColorSet expected(image, Transfer::linear);
    const ColorSet set = color_set(ColorTable(expected), Transfer::linear);
    EXPECT_TRUE(std::ranges::equal(set.colors(), expected.colors()));
    EXPECT_TRUE(std::ranges::equal(set.counts(), expected.counts()));
    EXPECT_TRUE(std::ranges::equal(set.positions(), expected.positions()));
    EXPECT_EQ(set.pixels(), expected.pixels());
    EXPECT_TRUE(color_set(ColorTable(), Transfer::srgb).empty());
}

TEST(ColorTable, HalvesCountsAsOftenAsNecessary) {
    constexpr std::uint64_t limit = std::uint64_t{1} << 31;
    EXPECT_EQ(halvings(table_with({limit - 1, 1})), 0u);
    EXPECT_EQ(halvings(table_with({limit, 1})), 1u);
    EXPECT_EQ(halvings(table_with({2 * limit - 2, 1})), 1u);
    EXPECT_EQ(halvings(table_with({2 * limit - 1, 1})), 2u); // rounded up
    EXPECT_EQ(halvings(table_with({most})), 34u);
    // 64 counts of 2^31 - 1 are 64 less than 2^37.
    std::vector<std::uint64_t> counts(64, limit - 1);
    counts.push_back(64);
    EXPECT_EQ(halvings(table_with(counts)), 0u);
    counts.back() = 65;
    EXPECT_EQ(halvings(table_with(counts)), 1u);

    const ColorTable table = table_with({most >> 2, 1, 1u << 30, (std::uint64_t{1} << 32) + 1});
    const ColorSet set = color_set(table, Transfer::srgb);
    EXPECT_EQ(halvings(table), 32u);
    EXPECT_TRUE(std::ranges::equal(set.counts(), std::vector<std::uint32_t>{1u << 30, 1, 1, 2}));
}

}
}
