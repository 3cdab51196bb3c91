#include "reduction/color_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace huedrift {
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
    for (const std::size_t count : {0u, 1u, 2u, 100u, 5000u}) {
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
