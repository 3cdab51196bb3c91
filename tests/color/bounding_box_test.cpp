#include "color/morton.h"
#include "color/position.h"

#include <gtest/gtest.h>

namespace huedrift {
namespace {

TEST(BoundingBox, HoldsAllAddedPositions) {
    BoundingBox box;
    box.add({5, -7, 1});
    EXPECT_EQ(box.low, (Position{5, -7, 1}));
    EXPECT_EQ(box.high, (Position{5, -7, 1}));
    box.add({3, 8, 1});
    EXPECT_EQ(box.low, (Position{3, -7, 1}));
    EXPECT_EQ(box.high, (Position{5, 8, 1}));
    EXPECT_EQ(box.longest_axis(), 1u);
    EXPECT_EQ(box.longest_side(), 15);
    EXPECT_EQ(box.middle(), (Position{4, 0, 1}));
}

TEST(BoundingBox, TheFirstOfEqualSidesIsTheLongest) {
    EXPECT_EQ((BoundingBox{{0, 0, 0}, {1, 2, 2}}.longest_axis()), 1u);
}

TEST(BoundingBox, HoldsTheOriginWithoutPositions) {
    const BoundingBox box = bounding_box({});
    EXPECT_EQ(box.low, Position());
    EXPECT_EQ(box.high, Position());
}

TEST(BoundingBox, SpansTheWholeRangeOfCoordinates) {
    const BoundingBox box{{-(1 << 30), 0, 0}, {1 << 30, 0, 0}};
    EXPECT_EQ(box.longest_side(), std::int64_t{1} << 31);
    EXPECT_EQ(box.middle(), Position());
}

TEST(BoundingBox, IsAsFarAsItsNearestAndItsFarthestPoint) {
    const BoundingBox box{{0, 10, -5}, {4, 20, -5}};
    EXPECT_EQ(box.squared_distance_to({2, 20, -5}), 0);
    EXPECT_EQ(box.squared_reach_from({2, 20, -5}), 4 + 100);
    EXPECT_EQ(box.squared_distance_to({-3, 24, 7}), 9 + 16 + 144);
    EXPECT_EQ(box.squared_reach_from({-3, 24, 7}), 49 + 196 + 144);
    const BoundingBox whole{{-(1 << 24), -(1 << 24), -(1 << 24)}, {1 << 24, 1 << 24, 1 << 24}};
    EXPECT_EQ(whole.squared_reach_from({1 << 24, 1 << 24, 1 << 24}), std::int64_t{3} << 50);
}

TEST(MortonCode, InterleavesTheBitsOfItsCoordinates) {
    EXPECT_EQ(morton_code(0b101, 0b110, 0b010), 0b110011100u);
    constexpr std::uint32_t greatest = (1u << 21) - 1;
    EXPECT_EQ(morton_code(greatest, greatest, greatest), ~std::uint64_t{0} >> 1);
}

}
}
