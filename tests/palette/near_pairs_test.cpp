#include "palette/near_pairs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <tuple>

namespace huedrift {
namespace {

using Triple = std::tuple<std::uint64_t, std::uint32_t, std::uint32_t>; // squared distance, indices

std::vector<Triple> triples(std::span<const Pair> pairs) {
    std::vector<Triple> triples;
    for (const Pair& pair : pairs) triples.emplace_back(pair.squared_distance, pair.first(), pair.second());
    return triples;
}

std::vector<Triple> all_pairs(std::span<const Place> places, double reach) {
    std::vector<Triple> pairs;
    for (const Place& one : places)
        for (const Place& other : places) {
            const std::int64_t squared = squared_distance(one.position, other.position);
            if (one.index < other.index && !(one.pinned && other.pinned) && double(squared) <= reach * reach)
                pairs.emplace_back(squared, one.index, other.index);
        }
    std::ranges::sort(pairs);
    return pairs;
}

TEST(NearPairs, AreAllWithinReachNearestFirst) {
    std::mt19937 random(3);
    for (const std::int32_t side : {1, 4, 1 << 12, 1 << 23})
        for (const std::size_t count : {1u, 2u, 50u, 1500u}) {
            std::vector<Place> places;
            const auto coordinate = [&] { return std::int32_t(random() % unsigned(2 * side)) - side; };
            for (std::uint32_t i = 0; i < count; ++i)
                places.push_back({{coordinate(), coordinate(), coordinate()}, 2 * i, random() % 3 == 0});
            std::ranges::shuffle(places, random);
            for (const double share : {0.0, 0.01, 0.1, 0.37}) {
                const double reach = share * side;
                const std::vector<Triple> expected = all_pairs(places, reach);
                const auto found = near_pairs(places, reach, expected.size(), {});
                ASSERT_TRUE(found);
                ASSERT_EQ(triples(*found), expected) << side << " " << count << " " << reach;
                if (!expected.empty()) {
                    EXPECT_FALSE(near_pairs(places, reach, expected.size() - 1, {}));
                }
            }
        }
}

TEST(NearPairs, ReachAcrossTheWholeSpace) {
    const std::vector<Place> places{{{0, -(1 << 23), -(1 << 23)}, 0}, {{1 << 24, 1 << 23, 1 << 23}, 1}};
    EXPECT_EQ(near_pairs(places, 1 << 26, 9, {})->size(), 1u);
    EXPECT_TRUE(near_pairs(places, 1 << 24, 9, {})->empty());
}

}
}
