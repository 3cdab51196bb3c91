#include "cpu/visited_table.h"

#include <gtest/gtest.h>

namespace huedrift {
namespace {

Position state(int i) { return {7 * i, -3 * i, i}; }

std::uint32_t claim(VisitedTable& table, int i, std::uint32_t trajectory) {
    return table.claim(state(i), trajectory, table.shard_of(state(i)));
}

TEST(VisitedTable, ReturnsTheFirstVisitor) {
    VisitedTable table(std::size_t{1} << 24);
    for (int i = 0; i < 20'000; ++i) ASSERT_EQ(claim(table, i, std::uint32_t(i)), std::uint32_t(i));
    for (int i = 0; i < 20'000; ++i) ASSERT_EQ(claim(table, i, 1'000'000), std::uint32_t(i));
}

TEST(VisitedTable, ForgetsTheOldestFirst) {
    VisitedTable table(std::size_t{1} << 20); // for at most 26,000 states
    constexpr int states = 200'000, recent = 5'000;
    for (int i = 0; i < states; ++i) ASSERT_EQ(claim(table, i, std::uint32_t(i)), std::uint32_t(i));
    for (int i = states - recent; i < states; ++i) EXPECT_EQ(claim(table, i, 1'000'000), std::uint32_t(i));
    EXPECT_EQ(claim(table, 0, 1'000'000), 1'000'000u);
}

TEST(VisitedTable, KeepsStatesThatAreStillRequested) {
    VisitedTable table(std::size_t{1} << 20);
    claim(table, 0, 7);
    for (int i = 1; i < 200'000; ++i) {
        claim(table, i, 8);
        if (i % 1000 == 0) {
            ASSERT_EQ(claim(table, 0, 9), 7u);
        }
    }
}

TEST(VisitedTable, StaysEmptyWithoutMemory) {
    VisitedTable table(100);
    EXPECT_EQ(claim(table, 1, 5), 5u);
    EXPECT_EQ(claim(table, 1, 6), 6u);
}

}
}
