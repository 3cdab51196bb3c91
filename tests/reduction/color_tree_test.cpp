#include "reduction/color_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace huedrift {
namespace {

ColorSet random_colors(std::size_t count, std::int32_t side) {
    std::mt19937 random(unsigned(count) + 1);
    std::vector<Position> positions(count);
    std::vector<std::uint32_t> counts(count);
    for (std::size_t i = 0; i < count; ++i) {
        const auto along = [&] { return std::int32_t(random() % unsigned(side)); };
        positions[i] = {along(), along() - side / 2, along() - side / 2};
        counts[i] = 1 + std::uint32_t(random() % 1000);
    }
    return ColorSet::from_points(std::move(positions), std::move(counts));
}

void expect_sums(const ColorTree& tree, const ColorTree::Node& node) {
    BoundingBox box;
    PositionSum sum;
    for (std::size_t i = node.begin; i < node.end; ++i) {
        box.add(tree.positions()[i]);
        sum.add(tree.positions()[i], tree.counts()[i]);
    }
    EXPECT_EQ(node.box.low, box.low);
    EXPECT_EQ(node.box.high, box.high);
    EXPECT_EQ(node.sum.weight, sum.weight);
    EXPECT_EQ(node.sum.moment, sum.moment);
}

TEST(ColorTree, HoldsEachColorOnce) {
    for (const std::size_t count : {0u, 1u, 2u, 100u, 5000u}) {
        const ColorSet colors = random_colors(count, 1 << 24);
        const ColorTree tree(colors);
        std::vector<std::uint32_t> order(tree.order().begin(), tree.order().end());
        for (std::size_t i = 0; i < count; ++i) {
            EXPECT_EQ(tree.positions()[i], colors.positions()[order[i]]);
            EXPECT_EQ(tree.counts()[i], colors.counts()[order[i]]);
        }
        std::ranges::sort(order);
        ASSERT_EQ(order.size(), count);
        for (std::uint32_t i = 0; i < count; ++i) EXPECT_EQ(order[i], i);
    }
}

TEST(ColorTree, ItsNodesAreHalvesOfTheirParentsWithBoxesAndSums) {
    for (const std::size_t count : {0u, 1u, 2u, 100u, 5000u})
        for (const std::int32_t side : {1, 20, 1 << 24}) { // all in one cube, or in many
            const ColorSet colors = random_colors(count, side);
            const ColorTree tree(colors);
            ASSERT_EQ(tree.nodes().empty(), count == 0);
            for (const ColorTree::Node& root : tree.nodes().first(std::min(count, std::size_t{1})))
                EXPECT_EQ(root.size(), count);
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
