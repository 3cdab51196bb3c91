#include "palette/nearest_entry.h"

#include "palette/nearest_in_cell.h"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>
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

namespace {

std::uint32_t nearest_of_all(std::span<const Position> entries, const Position& position) {
    std::uint32_t best = 0;
    for (std::uint32_t i = 1; i < entries.size(); ++i)
        if (squared_distance(entries[i], position) < squared_distance(entries[best], position)) best = i;
    return best;
}

// Up to 32 entries all are measured, and from 33 on cells list them.
TEST(NearestInCell, IsTheFirstOfEquallyNearEntries) {
    std::mt19937 random(1);
    const auto in = [&](int low, int high) { return std::uniform_int_distribution(low, high)(random); };
    for (const std::size_t count : {1, 2, 31, 32, 33, 64, 65, 300})
        for (const int step : {1, 1 << 19, 1 << 21}) { // coarse steps make ties
            const auto on_lattice = [&](int low, int high) { return in(low / step, high / step) * step; };
            std::vector<Position> entries;
            for (std::size_t i = 0; i < count; ++i)
                entries.push_back({on_lattice(0, 1 << 24), on_lattice(-(1 << 22), 1 << 22),
                                   on_lattice(-(1 << 22), 1 << 22)});
            NearestInCell nearest(entries);
            for (int i = 0; i < 100; ++i) {
                const Position position{on_lattice(-(1 << 23), 3 << 23), on_lattice(-(1 << 24), 1 << 24),
                                        on_lattice(-(1 << 24), 1 << 24)};
                ASSERT_EQ(nearest(position), nearest_of_all(entries, position)) << count << " " << step;
            }
        }
}

/// Entries in a small cube, which share the cells of the octree, and a few far away; some of them equal.
std::vector<Position> clustered(std::size_t count, std::int32_t side, std::mt19937& random) {
    std::vector<Position> entries;
    for (std::size_t i = 0; i < count; ++i) {
        const std::int32_t width = i % 97 == 0 ? 1 << 22 : side;
        const auto along = [&] { return std::int32_t(random() % unsigned(width)); };
        entries.push_back({(1 << 23) + along(), along(), along() - (1 << 20)});
    }
    return entries;
}

// A cell with 300 entries lists the first 128 and has others found by the tree, one with 1500 lists none;
// many of the 64 positions of the smallest cube are equal.
TEST(NearestInCell, IsTheFirstAmongEntriesCloseTogether) {
    std::mt19937 random(3);
    for (const std::size_t count : {65u, 300u, 1500u})
        for (const std::int32_t side : {4, 1 << 10, 1 << 17, 1 << 20}) {
            const std::vector<Position> entries = clustered(count, side, random);
            NearestInCell nearest(entries);
            for (int i = 0; i < 92; ++i) {
                const auto around = [&](std::int32_t middle) {
                    const int reach = 1 << (i % 23);
                    return middle + std::int32_t(random() % unsigned(2 * reach)) - reach;
                };
                const Position position{around(1 << 23), around(0), around(-(1 << 20))};
                ASSERT_EQ(nearest(position), nearest_of_all(entries, position)) << count << " " << side;
            }
        }
}

std::int32_t on_lattice(int low, int high, int step, std::mt19937& random) {
    return std::uniform_int_distribution(low / step, high / step)(random) * step;
}

/// A point with coordinates on a coarse lattice, which makes ties.
ColorPoint random_point(int reach, int step, std::mt19937& random) {
    ColorPoint point{{on_lattice((1 << 23) - reach, (1 << 23) + reach, step, random),
                      on_lattice(-reach, reach, step, random), on_lattice(-reach, reach, step, random)}};
    for (std::int32_t& code : point.code) code = on_lattice(0, 255 << 14, std::min(step, 1 << 19), random);
    return point;
}

// Up to 256 entries all are measured. Of 1500 entries at most 2^11 apart no cell lists any; those that are
// farther apart have lists of each length.
TEST(NearestInCell, CountsCodes) {
    std::mt19937 random(6);
    for (const std::size_t count : {1u, 8u, 64u, 65u, 256u, 257u, 1500u})
        for (const int reach : {1 << 10, 1 << 18, 1 << 23})
            for (const int step : {1, 1 << 8, 1 << 18}) {
                std::vector<ColorPoint> entries;
                for (std::size_t i = 0; i < count; ++i) entries.push_back(random_point(reach, step, random));
                NearestInCell nearest(entries);
                const NearestEntry of_tree(entries);
                for (int i = 0; i < 20; ++i) {
                    const ColorPoint point = random_point(i % 4 == 0 ? 1 << 23 : 2 * reach, step, random);
                    const auto expected = std::ranges::min_element(
                        entries, {}, [&](const ColorPoint& entry) { return squared_distance(entry, point); });
                    ASSERT_EQ(nearest(point), expected - entries.begin())
                        << count << " " << reach << " " << step;
                    ASSERT_EQ(of_tree(point), expected - entries.begin())
                        << count << " " << reach << " " << step;
                }
            }
}

// Lists of all cells would take gigabytes. Each of these has 128 entries, so that 2^14 are too many.
TEST(NearestInCell, ForgetsListsThatTakeTooMuchMemory) {
    std::mt19937 random(7);
    std::vector<ColorPoint> entries;
    for (int i = 0; i < 257; ++i) entries.push_back(random_point(1 << 18, 1, random));
    NearestInCell nearest(entries);
    const ColorPoint first = random_point(1 << 18, 1, random);
    const std::uint32_t before = nearest(first);
    for (std::uint32_t cell = 0; cell < 17'000; ++cell) {
        nearest.limit_memory();
        nearest.list(cell);
    }
    EXPECT_EQ(nearest(first), before);
}

// Coarse steps make ties among few entries, which exact distances decide.
TEST(NearestInCell, IsTheSameForManyAtOnce) {
    std::mt19937 random(2);
    for (const std::size_t entry_count : {1u, 2u, 32u, 256u, 300u})
        for (const int step : {1, 1 << 18, 1 << 21}) {
            std::vector<ColorPoint> entries;
            for (std::size_t i = 0; i < entry_count; ++i)
                entries.push_back(random_point(1 << 22, step, random));
            std::vector<Position> positions;
            for (const ColorPoint& entry : entries) positions.push_back(entry.position);
            NearestInCell by_point(entries), by_position(positions);
            for (const std::size_t count : {0u, 1u, 15u, 16u, 37u, 64u}) {
                PointLanes<64> points{};
                std::array<std::uint32_t, 64> of_points{}, of_positions{};
                for (std::size_t i = 0; i < count; ++i) put(random_point(1 << 22, step, random), i, points);
                by_point(points_of(points, count), of_points.data());
                by_position(points_of(points, count), of_positions.data());
                for (std::size_t i = 0; i < count; ++i) {
                    const ColorPoint point{{points[0][i], points[1][i], points[2][i]},
                                           {points[3][i], points[4][i], points[5][i]}};
                    const auto expected = std::ranges::min_element(
                        entries, {}, [&](const ColorPoint& entry) { return squared_distance(entry, point); });
                    ASSERT_EQ(of_points[i], expected - entries.begin()) << entry_count << " " << step;
                    ASSERT_EQ(of_positions[i], nearest_of_all(positions, point.position))
                        << entry_count << " " << step;
                }
            }
        }
}

}

}
