#include "palette/nearest_entry.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace huedrift {
namespace {

/// Positions in a cube of twice this half side around the origin.
std::vector<Position> scattered(std::size_t count, std::int32_t half_side, unsigned seed) {
    std::mt19937 random(seed);
    const auto along = [&] { return std::int32_t(random() % unsigned(2 * half_side)) - half_side; };
    std::vector<Position> positions;
    for (std::size_t i = 0; i < count; ++i) positions.push_back({along(), along(), along()});
    return positions;
}

TEST(NearestEntry, IsTheFirstOfTheNearest) {
    for (const std::int32_t half_side : {1, 4, 1 << 12, 1 << 22})
        for (const std::size_t count : {1u, 8u, 9u, 300u}) {
            const std::vector<Position> entries = scattered(count, half_side, unsigned(count));
            const NearestEntry nearest(entries);
            for (const std::int32_t reach : {half_side, 1 << 23})
                for (const Position& position : scattered(200, reach, 3)) {
                    const auto expected = std::ranges::min_element(entries, {}, [&](const Position& entry) {
                        return squared_distance(entry, position);
                    });
                    ASSERT_EQ(nearest(position), std::size_t(expected - entries.begin()));
                }
        }
}

// A search that looks at most of the entries takes longer than a test may.
TEST(NearestEntry, IsFoundFromFarAway) {
    const std::vector<Position> entries = scattered(200'000, 1 << 19, 1);
    const NearestEntry nearest(entries);
    std::int64_t nearer = 0;
    for (const Position& position : scattered(1 << 20, 1 << 23, 2)) {
        const std::uint32_t found = nearest(position);
        nearer += squared_distance(entries[found], position) <= squared_distance(entries.front(), position);
    }
    EXPECT_EQ(nearer, 1 << 20);
}

}
}
