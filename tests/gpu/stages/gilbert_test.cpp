#include "gpu/stages/gilbert.h"

#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>

namespace huedrift {
namespace {

int steps_that_are_not_unit(const std::vector<Cell>& order) {
    int count = 0;
    for (std::size_t i = 1; i < order.size(); ++i) {
        const Cell &p = order[i - 1], &q = order[i];
        count += std::abs(p.x - q.x) + std::abs(p.y - q.y) + std::abs(p.z - q.z) != 1;
    }
    return count;
}

// Each cell of the box occurs exactly once.
void expect_bijective(const CellBox& box) {
    const std::vector<Cell> order = gilbert_order(box);
    ASSERT_EQ(order.size(), std::size_t(box.width) * std::size_t(box.height) * std::size_t(box.depth));
    std::vector<bool> seen(order.size(), false);
    for (const Cell& cell : order) {
        ASSERT_TRUE(cell.x >= 0 && cell.x < box.width && cell.y >= 0 && cell.y < box.height && cell.z >= 0 &&
                    cell.z < box.depth);
        ASSERT_FALSE(seen[cell_index(box, cell)]);
        seen[cell_index(box, cell)] = true;
    }
}

TEST(Gilbert, VisitsEachCellOfEverySmallBoxOnce) {
    for (int width = 1; width <= 12; ++width)
        for (int height = 1; height <= 12; ++height)
            for (int depth = 1; depth <= 12; ++depth) {
                SCOPED_TRACE(testing::Message() << width << "x" << height << "x" << depth);
                ASSERT_NO_FATAL_FAILURE(expect_bijective({width, height, depth}));
            }
}

TEST(Gilbert, EvenCubesNeedUnitStepsOnly) {
    for (int side = 2; side <= 64; side += 2)
        EXPECT_EQ(steps_that_are_not_unit(gilbert_order({side, side, side})), 0) << side;
    EXPECT_EQ(steps_that_are_not_unit(gilbert_order({100, 100, 100})), 0);
}

TEST(Gilbert, PublishedPointsOfTheGridOf100) {
    const std::vector<Cell> order = gilbert_order({100, 100, 100});
    for (const auto& [rank, cell] : {std::pair{0, Cell{0, 0, 0}},
                                     {1, {0, 1, 0}},
                                     {2, {0, 1, 1}},
                                     {3, {0, 0, 1}},
                                     {4, {1, 0, 1}},
                                     {1234, {1, 5, 10}},
                                     {99999, {19, 33, 49}},
                                     {500000, {50, 49, 99}},
                                     {777777, {57, 71, 47}},
                                     {999999, {99, 0, 0}}})
        EXPECT_EQ(order[std::size_t(rank)], cell) << rank;
}

}
}
