#include "reduction/merge.h"

#include "base/error.h"
#include "color/rounding.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <numeric>
#include <random>

namespace huedrift {
namespace {

/// Every point a mode of its own.
Reduction unmoved(const ColorSet& points) { return gather_modes(points, points.positions()); }

/// The merge as its definition reads: every pair is looked at, groups are relabelled until none touch.
Reduction merge_by_pairs(const Reduction& reduction, const ColorSet& colors, Weighting weighting,
                         double distance) {
    const auto& modes = reduction.modes;
    std::vector<std::size_t> group(modes.size());
    std::iota(group.begin(), group.end(), 0u);
    for (std::size_t i = 0; i < modes.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (squared_distance(modes[i].position, modes[j].position) > squared_radius(distance)) continue;
            const std::size_t from = group[i], to = group[j];
            for (std::size_t& g : group) g = g == from ? to : g;
        }
    }
    std::vector<Position> ends;
    for (const std::uint32_t own : reduction.mode_of) {
        std::int64_t weight = 0, l = 0, a = 0, b = 0;
        for (std::size_t i = 0; i < modes.size(); ++i) {
            if (group[i] != group[own]) continue;
            const std::int64_t w = weighting == Weighting::palette
                                       ? modes[i].colors
                                       : static_cast<std::int64_t>(modes[i].pixels);
            weight += w;
            l += w * modes[i].position.l;
            a += w * modes[i].position.a;
            b += w * modes[i].position.b;
        }
        ends.push_back({std::int32_t(round_half_up(l, weight)), std::int32_t(round_half_up(a, weight)),
                        std::int32_t(round_half_up(b, weight))});
    }
    return gather_modes(colors, ends);
}

void expect_same(const Reduction& x, const Reduction& y) {
    ASSERT_EQ(x.modes.size(), y.modes.size());
    for (std::size_t i = 0; i < x.modes.size(); ++i) {
        EXPECT_EQ(x.modes[i].position, y.modes[i].position);
        EXPECT_EQ(x.modes[i].color, y.modes[i].color);
        EXPECT_EQ(x.modes[i].colors, y.modes[i].colors);
        EXPECT_EQ(x.modes[i].pixels, y.modes[i].pixels);
    }
    EXPECT_EQ(x.mode_of, y.mode_of);
}

ColorSet random_points(std::size_t count, std::int32_t side, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_int_distribution<std::int32_t> coordinate(-side / 2, side / 2), pixels(1, 1000);
    std::vector<Position> positions(count);
    std::vector<std::uint32_t> counts(count);
    for (Position& p : positions) p = {coordinate(random), coordinate(random), coordinate(random)};
    for (std::uint32_t& c : counts) c = static_cast<std::uint32_t>(pixels(random));
    return ColorSet::from_points(std::move(positions), std::move(counts));
}

double units(double count) { return count / units_per_one; }

TEST(MergeModes, IsWhatEveryPairSays) {
    for (const std::size_t count : {1u, 2u, 3u, 9u, 17u, 300u}) {
        const ColorSet points = random_points(count, 1 << 20, static_cast<unsigned>(count));
        const Reduction modes = unmoved(points);
        for (const double distance : {0x1p-24, 0x1p-8, 0.009, 0.012, 0.02, 0.2, largest_radius}) {
            for (const Weighting weighting : {Weighting::palette, Weighting::frequency}) {
                SCOPED_TRACE(testing::Message() << count << " points, distance " << distance);
                expect_same(merge_modes(modes, points, weighting, distance),
                            merge_by_pairs(modes, points, weighting, distance));
            }
        }
    }
}

TEST(MergeModes, TheOrderOfColoursDoesNotMatter) {
    const ColorSet points = random_points(500, 1 << 20, 5);
    std::vector<std::size_t> order(points.size());
    std::iota(order.begin(), order.end(), 0u);
    std::shuffle(order.begin(), order.end(), std::mt19937(6));
    std::vector<Position> positions;
    std::vector<std::uint32_t> counts;
    for (const std::size_t i : order) {
        positions.push_back(points.positions()[i]);
        counts.push_back(points.counts()[i]);
    }
    const ColorSet shuffled = ColorSet::from_points(positions, counts);
    const Reduction merged = merge_modes(unmoved(points), points, Weighting::frequency, 0.008);
    ASSERT_GT(merged.modes.size(), 1u);
    ASSERT_LT(merged.modes.size(), points.size());
    Reduction other = merge_modes(unmoved(shuffled), shuffled, Weighting::frequency, 0.008);
    std::vector<std::uint32_t> mode_of(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) mode_of[order[i]] = other.mode_of[i];
    other.mode_of = mode_of;
    expect_same(merged, other);
}

TEST(MergeModes, DistanceIsExactToTheUnit) {
    const auto modes_left = [](const Position& p, double distance) {
        const ColorSet points = ColorSet::from_points({{0, 0, 0}, p}, {1, 1});
        return merge_modes(unmoved(points), points, Weighting::palette, distance).modes.size();
    };
    EXPECT_EQ(modes_left({3, 4, 0}, units(5)), 1u);
    EXPECT_EQ(modes_left({1, 5, 0}, units(5)), 2u); // 26 > 25
    EXPECT_EQ(modes_left({3, 4, 0}, units(4.999)), 2u);
}

TEST(MergeModes, ChainsAreOneModeAtTheirWeightedMean) {
    const ColorSet points =
        ColorSet::from_points({{0, 0, 0}, {10, 0, 0}, {20, 0, 0}, {31, 0, 0}}, {1, 2, 9, 1});
    const Reduction palette = merge_modes(unmoved(points), points, Weighting::palette, units(10));
    ASSERT_EQ(palette.modes.size(), 2u);
    EXPECT_EQ(palette.modes[0].position, (Position{10, 0, 0}));
    EXPECT_EQ(palette.modes[0].colors, 3u);
    EXPECT_EQ(palette.modes[0].pixels, 12u);
    const Reduction frequency = merge_modes(unmoved(points), points, Weighting::frequency, units(10));
    EXPECT_EQ(frequency.modes[0].position, (Position{17, 0, 0})); // 200 / 12 = 16.7
}

TEST(MergeModes, GroupsThatMeetAreOneMode) {
    std::vector<Position> positions{{0, 0, 0}};
    for (int i = 0; i < 64; ++i) {
        const double angle = 2 * std::numbers::pi * i / 64;
        positions.push_back({std::int32_t(std::lround(1000 * std::cos(angle))),
                             std::int32_t(std::lround(1000 * std::sin(angle))), 0});
    }
    const ColorSet points = ColorSet::from_points(positions, std::vector<std::uint32_t>(positions.size(), 1));
    const Reduction merged = merge_modes(unmoved(points), points, Weighting::palette, units(200));
    ASSERT_EQ(merged.modes.size(), 1u);
    EXPECT_EQ(merged.modes[0].position, (Position{0, 0, 0}));
    EXPECT_EQ(merged.modes[0].colors, 65u);
}

TEST(MergeModes, TwoDenseSheetsJustOutOfReachStayTwo) {
    std::vector<Position> positions;
    for (std::int32_t x = 0; x < 150; ++x)
        for (std::int32_t y = 0; y < 150; ++y)
            for (const std::int32_t z : {0, 5001}) positions.push_back({x * 1000, y * 1000, z});
    const ColorSet points = ColorSet::from_points(positions, std::vector<std::uint32_t>(positions.size(), 1));
    EXPECT_EQ(merge_modes(unmoved(points), points, Weighting::palette, units(5000)).modes.size(), 2u);
    EXPECT_EQ(merge_modes(unmoved(points), points, Weighting::palette, units(5001)).modes.size(), 1u);
}

TEST(MergeModes, NothingAndZeroChangeNothing) {
    const ColorSet none = ColorSet::from_points({}, {});
    EXPECT_TRUE(merge_modes(unmoved(none), none, Weighting::palette, 0.1).modes.empty());
    const ColorSet points = random_points(50, 20, 7);
    expect_same(merge_modes(unmoved(points), points, Weighting::palette, 0), unmoved(points));
}

TEST(MergeModes, RefusesDistancesOutOfRange) {
    const ColorSet points = random_points(5, 20, 7);
    for (const double distance : {-0.1, 1.8, std::nan("")}) {
        try {
            merge_modes(unmoved(points), points, Weighting::palette, distance);
            ADD_FAILURE() << distance;
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::usage);
        }
    }
}

}
}
