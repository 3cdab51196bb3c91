#include "palette/heaviest_first.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <random>

namespace huedrift {
namespace {

TEST(HeaviestFirst, IsAStableSortOfSmallAndOfLargeWeights) {
    std::mt19937_64 random(9);
    for (const std::size_t count : {0u, 1u, 2u, 300u, 5000u})
        for (const int bits : {0, 3, 40, 55, 64}) {
            std::vector<std::uint64_t> weights(count);
            for (std::uint64_t& weight : weights) weight = bits == 0 ? 0 : random() >> (64 - bits);
            std::vector<std::uint32_t> expected(count);
            std::iota(expected.begin(), expected.end(), 0u);
            std::ranges::stable_sort(expected, std::greater<>(),
                                     [&](std::uint32_t index) { return weights[index]; });
            EXPECT_EQ(heaviest_first(weights), expected) << count << " " << bits;
        }
}

}
}
