#include "palette/join_by_error.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace huedrift {
namespace {

/// The definition: all pairs, again and again.
std::vector<std::uint32_t> joined_by_definition(std::vector<JoinedColor> colors, std::size_t count) {
    std::vector<std::uint32_t> becomes(colors.size());
    std::iota(becomes.begin(), becomes.end(), 0u);
    for (std::size_t left = colors.size(); left > count; --left) {
        std::int64_t least = std::numeric_limits<std::int64_t>::max();
        std::uint32_t first = 0, second = 0;
        for (std::uint32_t i = 0; i < colors.size(); ++i)
            for (std::uint32_t j = i + 1; j < colors.size(); ++j) {
                if (becomes[i] != i || becomes[j] != j || (colors[i].pinned && colors[j].pinned)) continue;
                const std::int64_t distance = squared_distance(colors[i].position, colors[j].position);
                if (distance < least) least = distance, first = i, second = j;
            }
        if (first == second) break;
        const bool second_wins = colors[first].pinned == colors[second].pinned
                                     ? colors[second].weight > colors[first].weight
                                     : colors[second].pinned;
        if (second_wins) std::swap(first, second);
        colors[first].weight += colors[second].weight;
        for (std::uint32_t& end : becomes)
            if (end == second) end = first;
    }
    return becomes;
}

TEST(JoinNearest, FollowsTheDefinition) {
    std::mt19937 random(5);
    for (const std::int32_t side : {2, 9, 1 << 23})
        for (const std::size_t size : {0u, 1u, 2u, 9u, 60u, 150u})
            for (const unsigned max_weight : {1u, 4u, 1000u})
                for (const unsigned one_pinned_of : {0u, 3u, 1u}) {
                    std::vector<JoinedColor> colors(size);
                    for (JoinedColor& color : colors) {
                        const auto coordinate = [&] {
                            return std::int32_t(random() % unsigned(2 * side)) - side;
                        };
                        color = {{coordinate(), coordinate(), coordinate()},
                                 1 + random() % max_weight,
                                 one_pinned_of != 0 && random() % one_pinned_of == 0};
                    }
                    for (const std::size_t count : {std::size_t{1}, std::size_t{7}, size / 2, size})
                        ASSERT_EQ(join_nearest(colors, count, {}), joined_by_definition(colors, count))
                            << side << " " << size << " " << max_weight << " " << one_pinned_of << " "
                            << count;
                }
}

TEST(JoinNearest, JoinsTheFirstOfEquallyNearPairsAndKeepsTheHeavier) {
    const std::vector<JoinedColor> colors{{{0, 0, 0}, 1}, {{10, 0, 0}, 5}, {{20, 0, 0}, 1}, {{30, 0, 0}, 1}};
    EXPECT_EQ(join_nearest(colors, 3, {}), (std::vector<std::uint32_t>{1, 1, 2, 3}));
    EXPECT_EQ(join_nearest(colors, 2, {}), (std::vector<std::uint32_t>{1, 1, 1, 3}));
    EXPECT_EQ(join_nearest(colors, 1, {}), (std::vector<std::uint32_t>{1, 1, 1, 1}));
}

TEST(JoinNearest, KeepsTheFirstOfEqualWeights) {
    const std::vector<JoinedColor> colors{{{5, 0, 0}, 2}, {{0, 0, 0}, 2}};
    EXPECT_EQ(join_nearest(colors, 1, {}), (std::vector<std::uint32_t>{0, 0}));
}

TEST(JoinNearest, EndsWithManyEquallyFarPairs) {
    std::vector<JoinedColor> colors; // at two places, and one far away
    for (std::int32_t i = 0; i < 200; ++i) colors.push_back({{i % 2, 0, 0}, std::uint64_t(i % 7)});
    colors.push_back({{1 << 24, 0, 0}, 1});
    for (const std::size_t count : {150u, 100u, 2u, 1u})
        EXPECT_EQ(join_nearest(colors, count, {}), joined_by_definition(colors, count)) << count;
}

TEST(JoinNearest, PinnedOnesStay) {
    const std::vector<JoinedColor> colors{{{0, 0, 0}, 1, true}, {{1, 0, 0}, 1, true}, {{9, 0, 0}, 99}};
    EXPECT_EQ(join_nearest(colors, 2, {}), (std::vector<std::uint32_t>{0, 1, 1}));
    EXPECT_EQ(join_nearest(colors, 1, {}), (std::vector<std::uint32_t>{0, 1, 1}));
}

}
}
