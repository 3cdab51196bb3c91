#include "palette/merge.h"
#include "palette/nearest_entry.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace huedrift {
namespace {

std::vector<Position> random_positions(std::size_t count, std::int32_t side, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_int_distribution<std::int32_t> coordinate(-side, side);
    std::vector<Position> positions(count);
    for (Position& p : positions) p = {coordinate(random), coordinate(random), coordinate(random)};
    std::ranges::sort(positions);
    positions.erase(std::unique(positions.begin(), positions.end()), positions.end());
    return positions;
}

/// The entries of merged modes, and the entry of each mode.
struct Merged {
    std::vector<Position> entries;
    std::vector<std::uint32_t> entry_of;
};

Merged merge(const std::vector<Position>& modes, const std::vector<Height>& heights, std::int64_t d2) {
    PaletteEntries entries(d2);
    Merged merged{{}, entries.merge(modes, heights)};
    merged.entries.assign(entries.positions().begin(), entries.positions().end());
    return merged;
}

/// The definition, mode by mode.
Merged merged_by_definition(const std::vector<Position>& modes, const std::vector<Height>& heights,
                            std::int64_t d2) {
    std::vector<std::size_t> order(modes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [&](auto i, auto j) { return heights[i] > heights[j]; });
    Merged merged{{}, std::vector<std::uint32_t>(modes.size())};
    for (const std::size_t mode : order) {
        const auto taker = std::ranges::find_if(merged.entries, [&](const Position& entry) {
            return squared_distance(entry, modes[mode]) <= d2;
        });
        merged.entry_of[mode] = static_cast<std::uint32_t>(taker - merged.entries.begin());
        if (taker == merged.entries.end()) merged.entries.push_back(modes[mode]);
    }
    return merged;
}

TEST(PaletteEntries, MergeAsTheDefinitionSays) {
    for (const std::int32_t side : {4, 300, 1 << 22}) {
        for (const std::size_t count : {1u, 2u, 30u, 700u}) {
            const std::vector<Position> modes = random_positions(count, side, unsigned(count));
            for (const std::uint64_t highest : {1u, 3u, 1000u}) {
                std::mt19937 random(3);
                std::vector<Height> heights;
                for (std::size_t i = 0; i < modes.size(); ++i) heights.push_back(1 + random() % highest);
                for (const double share : {0.0, 0.02, 0.1, 0.3, 4.0}) {
                    const auto d2 = static_cast<std::int64_t>(share * side * share * side);
                    const Merged merged = merge(modes, heights, d2),
                                 expected = merged_by_definition(modes, heights, d2);
                    ASSERT_EQ(merged.entries, expected.entries) << side << " " << count << " " << d2;
                    ASSERT_EQ(merged.entry_of, expected.entry_of);
                }
            }
        }
    }
}

TEST(PaletteEntries, TakeModesAtTheDistanceButNotOneUnitBeyond) {
    const auto entries = [](const Position& other, std::int64_t d2) {
        return merge({{0, 0, 0}, other}, {1, 1}, d2).entries.size();
    };
    EXPECT_EQ(entries({3, 4, 0}, 25), 1u);
    EXPECT_EQ(entries({3, 4, 1}, 25), 2u);
    EXPECT_EQ(entries({3, 4, 0}, 24), 2u);
}

TEST(PaletteEntries, FollowNoChains) {
    // The highest in the middle takes its neighbours; what lies beyond them is an entry of its own.
    const std::vector<Position> modes{{0, 0, 0}, {10, 0, 0}, {20, 0, 0}, {30, 0, 0}, {40, 0, 0}};
    const Merged merged = merge(modes, {5, 6, 9, 6, 5}, 100);
    EXPECT_EQ(merged.entries, (std::vector<Position>{modes[2], modes[0], modes[4]}));
    EXPECT_EQ(merged.entry_of, (std::vector<std::uint32_t>{1, 0, 0, 0, 2}));
}

TEST(PaletteEntries, CompareHeightsBeyond64Bits) {
    const Height high = Height(1) << 86;
    const std::vector<Position> modes{{0, 0, 0}, {5, 0, 0}, {10, 0, 0}};
    EXPECT_EQ(merge(modes, {high, high + 1, high}, 25).entries, (std::vector<Position>{modes[1]}));
    EXPECT_EQ(merge(modes, {high + 1, high, 7}, 25).entries, (std::vector<Position>{modes[0], modes[2]}));
}

TEST(PaletteEntries, KeepTheirOrderWhenMoreModesCome) {
    PaletteEntries entries(25);
    EXPECT_EQ(entries.merge(std::vector<Position>{{0, 0, 0}, {20, 0, 0}}, std::vector<Height>{1, 2}),
              (std::vector<std::uint32_t>{1, 0}));
    EXPECT_EQ(entries.merge(std::vector<Position>{{3, 0, 0}, {40, 0, 0}}, std::vector<Height>{9, 9}),
              (std::vector<std::uint32_t>{1, 2}));
}

TEST(NearestEntry, FindsEntriesNearABox) {
    for (const std::int32_t side : {3, 40, 1 << 23})
        for (const std::size_t count : {1u, 8u, 9u, 100u, 3000u}) {
            const std::vector<Position> entries = random_positions(count, side, unsigned(count));
            const NearestEntry nearest(entries);
            const std::vector<Position> corners = random_positions(60, side, 5);
            for (std::size_t i = 0; i + 2 < corners.size(); ++i) {
                const BoundingBox box = bounding_box(std::span(corners).subspan(i, 1 + i % 3));
                const std::int64_t limit = squared_distance(corners[i], corners[i + 1]) / std::int64_t(1 + i);
                std::vector<std::uint32_t> expected, found = nearest.within(box, limit);
                for (std::uint32_t entry = 0; entry < entries.size(); ++entry)
                    if (box.squared_distance_to(entries[entry]) <= limit) expected.push_back(entry);
                std::ranges::sort(found);
                ASSERT_EQ(found, expected);
            }
        }
}

}
}
