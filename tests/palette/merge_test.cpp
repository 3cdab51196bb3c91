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

/// The definition, colour by colour.
MergedModes merged_by_definition(const std::vector<Position>& modes,
                                 const std::vector<std::uint32_t>& mode_of,
                                 const std::vector<std::uint64_t>& densities, std::int64_t d2) {
    std::vector<std::size_t> order(mode_of.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [&](auto i, auto j) { return densities[i] > densities[j]; });
    MergedModes merged{{}, std::vector<std::uint32_t>(modes.size(), 0xffffffff)};
    for (const std::size_t i : order) {
        if (merged.entry_of[mode_of[i]] != 0xffffffff) continue;
        const auto entry = static_cast<std::uint32_t>(merged.entries.size());
        merged.entries.push_back(mode_of[i]);
        for (std::size_t mode = 0; mode < modes.size(); ++mode)
            if (merged.entry_of[mode] == 0xffffffff && squared_distance(modes[mode], modes[mode_of[i]]) <= d2)
                merged.entry_of[mode] = entry;
    }
    return merged;
}

TEST(MergeModes, IsWhatTheDefinitionSays) {
    for (const std::int32_t side : {4, 300, 1 << 22}) {
        for (const std::size_t count : {1u, 2u, 30u, 700u}) {
            const std::vector<Position> modes = random_positions(count, side, unsigned(count));
            for (const std::uint64_t densest : {1u, 3u, 1000u}) {
                std::mt19937 random(3);
                std::vector<std::uint32_t> mode_of(modes.size() * 3);
                std::vector<std::uint64_t> densities(mode_of.size());
                for (std::size_t i = 0; i < mode_of.size(); ++i) {
                    mode_of[i] = static_cast<std::uint32_t>(i % modes.size());
                    densities[i] = 1 + random() % densest;
                }
                std::ranges::shuffle(mode_of, random);
                for (const double share : {0.0, 0.02, 0.1, 0.3, 4.0}) {
                    const auto d2 = static_cast<std::int64_t>(share * side * share * side);
                    const MergedModes merged = merge_modes(modes, mode_of, densities, d2),
                                      expected = merged_by_definition(modes, mode_of, densities, d2);
                    ASSERT_EQ(merged.entries, expected.entries) << side << " " << count << " " << d2;
                    ASSERT_EQ(merged.entry_of, expected.entry_of);
                }
            }
        }
    }
}

TEST(MergeModes, ModesAtTheDistanceAreTakenAndOneUnitBeyondAreNot) {
    const auto entries = [](const Position& other, std::int64_t d2) {
        const std::vector<Position> modes{{0, 0, 0}, other};
        return merge_modes(modes, std::vector<std::uint32_t>{0, 1}, std::vector<std::uint64_t>{1, 1}, d2)
            .entries.size();
    };
    EXPECT_EQ(entries({3, 4, 0}, 25), 1u);
    EXPECT_EQ(entries({3, 4, 1}, 25), 2u);
    EXPECT_EQ(entries({3, 4, 0}, 24), 2u);
}

TEST(MergeModes, NoChainsAreFollowed) {
    // The densest in the middle takes its neighbours; what lies beyond them is an entry of its own.
    const std::vector<Position> modes{{0, 0, 0}, {10, 0, 0}, {20, 0, 0}, {30, 0, 0}, {40, 0, 0}};
    const std::vector<std::uint32_t> own{0, 1, 2, 3, 4};
    const MergedModes merged = merge_modes(modes, own, std::vector<std::uint64_t>{5, 6, 9, 6, 5}, 100);
    EXPECT_EQ(merged.entries, (std::vector<std::uint32_t>{2, 0, 4}));
    EXPECT_EQ(merged.entry_of, (std::vector<std::uint32_t>{1, 0, 0, 0, 2}));
}

TEST(NearestEntry, IsTheFirstOfThoseAtTheLeastDistance) {
    std::mt19937 random(8);
    for (const std::int32_t side : {3, 40, 1 << 23}) {
        for (const std::size_t count : {1u, 8u, 9u, 100u, 3000u}) {
            std::vector<Position> entries = random_positions(count, side, unsigned(count));
            std::ranges::shuffle(entries, random);
            const NearestEntry nearest(entries);
            for (const Position& p : random_positions(200, side + side / 2, 77)) {
                const auto expected = std::ranges::min_element(
                    entries, {}, [&](const Position& entry) { return squared_distance(entry, p); });
                ASSERT_EQ(nearest(p), expected - entries.begin());
            }
        }
    }
}

}
}
