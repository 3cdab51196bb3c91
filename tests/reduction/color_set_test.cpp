#include "reduction/color_set.h"

#include "reduction/color_tree.h"
#include "reduction/reduction.h"
#include "reduction/remap.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <set>

namespace huedrift {

namespace {

TEST(ColorIndex, FindsTheSameForFewColoursAndForMany) {
    std::mt19937 random(7);
    for (const std::size_t expected : {std::size_t{0}, std::size_t{300}, std::size_t{rgb_codes}})
        for (const std::size_t count : {0u, 1u, 300u, 70'000u}) {
            ColorIndex index(expected);
            EXPECT_EQ(index.has_all_words(), expected == rgb_codes);
            std::set<std::uint32_t> codes{0, rgb_codes - 1};
            while (codes.size() < count) codes.insert(std::uint32_t(random()) % rgb_codes);
            if (count < 2) codes.erase(codes.begin(), std::next(codes.begin(), std::ptrdiff_t(2 - count)));
            for (const std::uint32_t code : codes) index.add(Rgb::from_code(code));
            EXPECT_EQ(index.count(), codes.size());
            std::uint32_t number = 0;
            for (const std::uint32_t code : codes) {
                ASSERT_EQ(index[Rgb::from_code(code)], number++);
                ASSERT_LT(index.before(code / 64), number);
                ASSERT_EQ(index.word(code / 64) >> code % 64 & 1, 1u);
            }
            for (int i = 0; i < 1000; ++i) {
                const std::uint32_t code = std::uint32_t(random()) % rgb_codes;
                ASSERT_EQ(index.contains(Rgb::from_code(code)), codes.contains(code));
            }
        }
}

TEST(ColorNumbers, AreTheFirstOfEqualColours) {
    const std::vector<Rgb> colors{{9, 9, 9}, {1, 2, 3}, {255, 255, 255}, {1, 2, 3}, {0, 0, 0}};
    const ColorNumbers numbers(colors);
    EXPECT_EQ(numbers.size(), 4u);
    EXPECT_EQ(numbers[(Rgb{1, 2, 3})], 1u);
    EXPECT_EQ(numbers[(Rgb{0, 0, 0})], 4u);
    EXPECT_EQ(numbers[(Rgb{9, 9, 9})], 0u);
    EXPECT_FALSE(numbers.contains({1, 2, 4}));
    EXPECT_EQ(ColorNumbers({}).size(), 0u);
}

}

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

// So many pixels and colours that threads share every step on them.
TEST(ColorSet, HasEveryColorOfALargePicture) {
    constexpr std::uint32_t colors = 1 << 17, step = 127, times = 4;
    Image image(1024, 512);
    for (std::uint32_t i = 0; i < times * colors; ++i) {
        const Rgb color = Rgb::from_code(i % colors * step);
        image.pixels()[i] = {color.r, color.g, color.b, 255};
    }
    const ColorSet set(image, Transfer::srgb);
    ASSERT_EQ(set.size(), colors);
    EXPECT_TRUE(std::ranges::all_of(set.counts(), [](std::uint32_t count) { return count == times; }));
    const PositionTable position(Transfer::srgb);
    const Palette palette = own_palette(set);
    ASSERT_EQ(palette.entries.size(), colors);
    EXPECT_TRUE(keeps_every_color(palette, set));
    for (std::uint32_t i = 0; i < colors; ++i) {
        ASSERT_EQ(set.colors()[i].code(), i * step);
        ASSERT_EQ(set.positions()[i], position(set.colors()[i]));
        ASSERT_EQ(palette.entry_of[i], i);
        ASSERT_EQ(palette.entries[i].pixels, times);
    }
    EXPECT_TRUE(std::ranges::equal(remap(image, set, palette).pixels(), image.pixels()));
}

TEST(ColorSet, IsEmptyWithoutPixels) { EXPECT_TRUE(ColorSet(ImageView{}, Transfer::srgb).empty()); }

}

namespace {

/// Colours of at most so many values in each channel.
ColorSet random_colors(std::size_t count, unsigned side) {
    std::mt19937 random(unsigned(count) + 1);
    std::set<Rgb> colors;
    for (std::size_t i = 0; i < count; ++i) {
        const auto channel = [&] { return std::uint8_t(random() % side); };
        colors.insert({channel(), channel(), channel()});
    }
    std::vector<std::uint32_t> counts(colors.size());
    for (std::uint32_t& pixels : counts) pixels = 1 + std::uint32_t(random() % 1000);
    return {{colors.begin(), colors.end()}, std::move(counts), Transfer::srgb};
}

void expect_sums(const ColorTree& tree, const ColorTree::Node& node) {
    BoundingBox box;
    Rgb low{255, 255, 255}, high;
    ColorPointSum sum;
    for (std::size_t i = node.begin; i < node.end; ++i) {
        const Rgb color = tree.colors()[i];
        box.add(tree.positions()[i]);
        low = {std::min(low.r, color.r), std::min(low.g, color.g), std::min(low.b, color.b)};
        high = {std::max(high.r, color.r), std::max(high.g, color.g), std::max(high.b, color.b)};
        sum.add(color_point(color, tree.positions()[i]), tree.counts()[i]);
    }
    EXPECT_EQ(node.box.positions.low, box.low);
    EXPECT_EQ(node.box.positions.high, box.high);
    EXPECT_EQ(node.box.low, low);
    EXPECT_EQ(node.box.high, high);
    EXPECT_EQ(node.sum.positions.moment, sum.positions.moment);
    EXPECT_EQ(node.sum.codes, sum.codes);
    EXPECT_EQ(node.sum.weight(), sum.weight());
}

TEST(ColorTree, HoldsEachColorOnce) {
    for (const std::size_t count : {0u, 1u, 2u, 100u, 40000u}) {
        const ColorSet colors = random_colors(count, 256);
        const ColorTree tree(colors);
        std::vector<std::uint32_t> order(tree.order().begin(), tree.order().end());
        for (std::size_t i = 0; i < colors.size(); ++i) {
            EXPECT_EQ(tree.colors()[i], colors.colors()[order[i]]);
            EXPECT_EQ(tree.positions()[i], colors.positions()[order[i]]);
            EXPECT_EQ(tree.counts()[i], colors.counts()[order[i]]);
        }
        std::ranges::sort(order);
        ASSERT_EQ(order.size(), colors.size());
        for (std::uint32_t i = 0; i < order.size(); ++i) EXPECT_EQ(order[i], i);
    }
}

TEST(ColorTree, ItsNodesAreHalvesOfTheirParentsWithBoxesAndSums) {
    for (const std::size_t count : {0u, 1u, 2u, 100u, 5000u})
        for (const unsigned side : {1u, 4u, 256u}) { // all in one cube, or in many
            const ColorSet colors = random_colors(count, side);
            const ColorTree tree(colors);
            ASSERT_EQ(tree.nodes().empty(), count == 0);
            for (const ColorTree::Node& root : tree.nodes().first(std::min(count, std::size_t{1})))
                EXPECT_EQ(root.size(), colors.size());
            for (const ColorTree::Node& node : tree.nodes()) {
                expect_sums(tree, node);
                if (node.is_leaf()) continue;
                const ColorTree::Node &first = *(&node + 1), &second = tree.nodes()[node.second];
                EXPECT_EQ(first.begin, node.begin);
                EXPECT_EQ(first.end, second.begin);
                EXPECT_EQ(second.end, node.end);
                EXPECT_GT(first.size(), 0u);
                EXPECT_GT(second.size(), 0u);
            }
        }
}

}

}
