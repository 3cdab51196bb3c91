#include "cpu/component_tree.h"

#include <gtest/gtest.h>

#include <limits>

namespace huedrift {
namespace {

constexpr std::uint32_t none = ComponentTree::none;

struct Thresholds {
    std::vector<double> level;
    std::vector<std::uint32_t> label;

    explicit Thresholds(const ComponentTree& tree) { tree.thresholds(level, label); }
};

TEST(ComponentTreeTest, WhatHasOneLabelHasItAtEveryLevel) {
    ComponentTree tree(3);
    tree.mark(9, 0, 7);
    tree.join(5, 0, 1);
    tree.mark(4, 1, 7);
    const Thresholds thresholds(tree);
    EXPECT_EQ(thresholds.label, (std::vector<std::uint32_t>{7, 7, none}));
    EXPECT_EQ(thresholds.level, (std::vector<double>{0, 0, 0}));
}

TEST(ComponentTreeTest, TwoPeaksAreKnownAboveTheirSaddle) {
    ComponentTree tree(5);
    tree.mark(9, 0, 1);
    tree.mark(8, 4, 2);
    tree.join(7, 0, 1);
    tree.join(6, 4, 3);
    tree.join(3, 1, 2);
    tree.join(2, 2, 3);
    const Thresholds thresholds(tree);
    EXPECT_EQ(thresholds.label, (std::vector<std::uint32_t>{1, 1, 1, 2, 2}));
    EXPECT_EQ(thresholds.level, (std::vector<double>{2, 2, 2, 2, 2}));
}

TEST(ComponentTreeTest, MarkingWithAnotherLabelMixesWhatLiesBelow) {
    ComponentTree tree(2);
    tree.mark(9, 0, 1);
    tree.mark(5, 0, 2);
    tree.join(1, 0, 1);
    const Thresholds thresholds(tree);
    EXPECT_EQ(thresholds.label[0], 1u);
    EXPECT_EQ(thresholds.level[0], 5);
    EXPECT_EQ(thresholds.label[1], none);
    EXPECT_EQ(thresholds.level[1], 1);
}

TEST(ComponentTreeTest, JoiningOneComponentWithItselfChangesNothing) {
    ComponentTree tree(2);
    tree.join(3, 0, 1);
    tree.join(2, 1, 0);
    tree.mark(1, 1, 4);
    const Thresholds thresholds(tree);
    EXPECT_EQ(thresholds.label, (std::vector<std::uint32_t>{4, 4}));
}

}
}
