#include "palette/join_by_error.h"

#include "color/position.h"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <numeric>
#include <optional>
#include <random>
#include <tuple>

namespace huedrift {

namespace {

__extension__ using Wide = unsigned __int128;

/// An entry before the joins. Its colour need not be that of its position.
struct Entry {
    Position position;
    std::uint64_t weight = 0;
    bool pinned = false;
    Rgb color{};

    ColorPoint point() const { return color_point(color, position); }
    JoinedPoint whole() const { return {point(), weight, pinned}; }
};

/// Entries that have become one, by the definition.
struct Union {
    std::vector<std::uint32_t> members;
    JoinedPoint whole;
};

JoinedPoint whole_of(std::span<const Entry> entries, std::span<const std::uint32_t> members) {
    ColorPointSum sum;
    std::optional<ColorPoint> pin;
    for (const std::uint32_t member : members) {
        sum.add(entries[member].point(), std::int64_t(entries[member].weight));
        if (entries[member].pinned) pin = entries[member].point();
    }
    return {pin.value_or(sum.mean()), std::uint64_t(sum.weight()), pin.has_value()};
}

/// The squared distance of the six coordinates.
Wide squared_by_definition(const ColorPoint& one, const ColorPoint& other) {
    Wide squared = 0;
    for (std::size_t i = 0; i < 3; ++i)
        for (const std::int64_t apart :
             {std::int64_t{coordinates(one.position)[i]} - coordinates(other.position)[i],
              std::int64_t{one.code[i]} - other.code[i]})
            squared += Wide(apart * apart);
    return squared;
}

/// Joins the cheapest of all pairs; false where there is none.
bool join_cheapest(std::span<const Entry> entries, std::vector<Union>& left) {
    std::optional<std::tuple<Wide, std::size_t, std::size_t>> least;
    for (std::size_t i = 0; i < left.size(); ++i)
        for (std::size_t j = i + 1; j < left.size(); ++j) {
            const JoinedPoint &one = left[i].whole, &other = left[j].whole;
            if (one.pinned && other.pinned) continue;
            const Wide squared = squared_by_definition(one.point, other.point);
            const Wide cost = Wide(one.weight) * other.weight * squared / (one.weight + other.weight);
            const std::tuple pair(cost, i, j);
            if (!least || pair < *least) least = pair;
        }
    if (!least) return false;
    const auto [cost, i, j] = *least;
    auto& members = left[i].members;
    members.insert(members.end(), left[j].members.begin(), left[j].members.end());
    left[i].whole = whole_of(entries, members);
    left.erase(left.begin() + std::ptrdiff_t(j));
    return true;
}

std::vector<std::uint32_t> becomes(std::size_t size, std::span<const Union> left) {
    std::vector<std::uint32_t> becomes(size);
    for (const Union& one : left)
        for (const std::uint32_t member : one.members) becomes[member] = std::uint32_t(&one - left.data());
    return becomes;
}

void expect_same(std::span<const JoinedPoint> found, std::span<const Union> expected) {
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        EXPECT_EQ(found[i].point, expected[i].whole.point);
        EXPECT_EQ(found[i].weight, expected[i].whole.weight);
        EXPECT_EQ(found[i].pinned, expected[i].whole.pinned);
    }
}

std::vector<PaletteEntry> palette_of(std::span<const Entry> entries) {
    std::vector<PaletteEntry> palette;
    for (const Entry& entry : entries)
        palette.push_back({entry.color, entry.position, entry.weight, 1, entry.pinned});
    return palette;
}

JoinSequence joins_of(const std::vector<Entry>& entries) {
    return order_joins(single_parts(palette_of(entries)), {});
}

/// Compares each number of entries that can be left.
void expect_by_definition(const std::vector<Entry>& entries, const JoinParts& parts,
                          std::vector<Union> left) {
    const JoinSequence sequence = order_joins(parts, {});
    do {
        const JoinedPalette found = sequence.cut_to(left.size());
        ASSERT_EQ(found.becomes, becomes(entries.size(), left)) << left.size();
        expect_same(found.points, left);
    } while (join_cheapest(entries, left));
    EXPECT_EQ(sequence.cut_to(0).points.size(), left.size());
    EXPECT_EQ(sequence.cut_to(0).becomes, sequence.cut_to(left.size()).becomes);
    EXPECT_EQ(sequence.cut_to(entries.size() + 1).becomes, sequence.cut_to(entries.size()).becomes);
}

void expect_by_definition(const std::vector<Entry>& entries) {
    std::vector<Union> left;
    for (std::uint32_t i = 0; i < entries.size(); ++i) left.push_back({{i}, entries[i].whole()});
    expect_by_definition(entries, single_parts(palette_of(entries)), std::move(left));
}

/// Of positions in a lattice of `side` points along each axis, `step` apart, and of colours near each other
/// or all over.
std::vector<Entry> random_entries(std::mt19937_64& random, std::size_t size, std::uint64_t side,
                                  std::int32_t step, std::uint64_t max_weight, unsigned one_pinned_of) {
    std::vector<Entry> entries(size);
    for (Entry& entry : entries) {
        const auto along = [&] { return std::int32_t(random() % side) * step; };
        const Position position{along(), along() - std::int32_t(side / 2) * step,
                                along() - std::int32_t(side / 2) * step};
        const std::uint32_t channels = side < 6 ? 0x010101 : 0xffffff;
        entry = {position, 1 + random() % max_weight, one_pinned_of != 0 && random() % one_pinned_of == 0,
                 Rgb::from_code(std::uint32_t(random()) & channels)};
    }
    return entries;
}

struct Lattice {
    std::uint64_t side;
    std::int32_t step;
};
constexpr std::array lattices{Lattice{1, 1},       Lattice{2, 1},   Lattice{5, 1},       Lattice{4, 1 << 22},
                              Lattice{7, 1 << 20}, Lattice{300, 9}, Lattice{1u << 24, 1}};

TEST(JoinByError, TakesTheCheapestOfAllPairs) {
    std::mt19937_64 random(3);
    for (const Lattice& lattice : lattices)
        for (const std::size_t size : {0u, 1u, 2u, 3u, 8u, 9u, 31u, 67u})
            for (const std::uint64_t max_weight : {1ull, 4ull, 1000ull, 1ull << 31})
                for (const unsigned one_pinned_of : {0u, 4u}) {
                    SCOPED_TRACE(testing::Message() << lattice.side << " " << lattice.step << " " << size
                                                    << " " << max_weight << " " << one_pinned_of);
                    expect_by_definition(
                        random_entries(random, size, lattice.side, lattice.step, max_weight, one_pinned_of));
                    if (HasFatalFailure()) return;
                }
}

TEST(JoinByError, TakesTheCheapestPairsOfHundreds) {
    std::mt19937_64 random(4);
    for (const Lattice& lattice : lattices)
        expect_by_definition(random_entries(random, 131, lattice.side, lattice.step, 1 << 20, 9));
}

TEST(JoinByError, HandlesWeightsOfVeryDifferentMagnitude) {
    std::mt19937_64 random(5);
    for (const std::size_t size : {30u, 150u}) {
        std::vector<Entry> entries = random_entries(random, size, 1 << 23, 1, 1, 0);
        for (Entry& entry : entries) entry.weight = 1 + (random() % (1u << 29) >> random() % 30);
        expect_by_definition(entries);
    }
}

TEST(JoinByError, HoldsTheLargestWeightsAndDistances) {
    const std::uint64_t half = std::uint64_t{1} << 36;
    const Position black{0, -(1 << 23), -(1 << 23)}, white{1 << 24, 1 << 23, 1 << 23};
    constexpr Rgb bright{255, 255, 255};
    expect_by_definition({{black, half}, {white, half, false, bright}});
    expect_by_definition({{black, half - 1}, {white, half}, {{5, 5, 5}, 1}});
    expect_by_definition({{black, 2 * half - 1}, {white, 1}});
    // 2^72 times 3 * 2^50 is the largest product.
    const Position low{-(1 << 24), -(1 << 24), -(1 << 24)}, high{1 << 24, 1 << 24, 1 << 24};
    expect_by_definition({{low, half / 2, false, bright}, {high, half}, {low, half / 4}, {high, half / 4}});
    // 32 entries of 2^32 pixels each.
    std::mt19937_64 random(6);
    std::vector<Entry> entries = random_entries(random, 32, 1 << 24, 1, 1, 0);
    for (Entry& entry : entries) entry.weight = std::uint64_t{1} << 32;
    expect_by_definition(entries);
}

TEST(JoinByError, PinsStayAndNeverJoinEachOther) {
    const std::vector<Entry> pins{{{0, 0, 0}, 1, true}, {{0, 0, 0}, 7, true}, {{9, 0, 0}, 2, true}};
    EXPECT_EQ(order_joins(single_parts(palette_of(pins)), {}).cut_to(0).points.size(), 3u);
    std::mt19937_64 random(7);
    expect_by_definition(random_entries(random, 100, 3, 1, 9, 1));
    const JoinSequence sequence = joins_of({{{0, 0, 0}, 1}, {{4, 0, 0}, 1, true}, {{8, 0, 0}, 100}});
    EXPECT_EQ(sequence.cut_to(2).becomes, (std::vector<std::uint32_t>{0, 0, 1}));
    EXPECT_EQ(sequence.cut_to(2).points[0].point.position, (Position{4, 0, 0}));
    EXPECT_EQ(sequence.cut_to(1).points[0].point.position, (Position{4, 0, 0}));
    EXPECT_EQ(sequence.cut_to(1).points[0].weight, 102u);
}

TEST(JoinByError, JoinsTheFirstOfEquallyCheapPairs) {
    const JoinSequence sequence =
        joins_of({{{0, 0, 0}, 1}, {{10, 0, 0}, 1}, {{20, 0, 0}, 1}, {{30, 0, 0}, 1}});
    EXPECT_EQ(sequence.cut_to(3).becomes, (std::vector<std::uint32_t>{0, 0, 1, 2}));
    EXPECT_EQ(sequence.cut_to(2).becomes, (std::vector<std::uint32_t>{0, 0, 1, 1}));
    EXPECT_EQ(sequence.cut_to(1).points[0].point.position, (Position{15, 0, 0}));
}

TEST(JoinByError, CellsJoinAsIfTheyWereEntries) {
    std::mt19937_64 random(8);
    for (const Lattice& lattice : lattices)
        for (const unsigned one_pinned_of : {0u, 6u}) {
            SCOPED_TRACE(testing::Message() << lattice.side << " " << lattice.step << " " << one_pinned_of);
            const auto entries = random_entries(random, 150, lattice.side, lattice.step, 4, one_pinned_of);
            const JoinParts cells = cell_parts(palette_of(entries), 40);
            std::vector<Union> left(cells.parts.size());
            for (std::uint32_t i = 0; i < entries.size(); ++i) left[cells.part_of[i]].members.push_back(i);
            for (Union& one : left) one.whole = whole_of(entries, one.members);
            expect_by_definition(entries, cells, left);
            if (HasFatalFailure()) return;
        }
}

TEST(JoinByError, CodesCountBesidesPositions) {
    // The second lies nearer to the first, but its code is farther away than that of the third.
    const JoinSequence sequence = joins_of(
        {{{0, 0, 0}, 1}, {{1 << 14, 0, 0}, 1, false, {9, 9, 9}}, {{1 << 16, 0, 0}, 1, false, {1, 0, 0}}});
    EXPECT_EQ(sequence.cut_to(2).becomes, (std::vector<std::uint32_t>{0, 1, 0}));
    EXPECT_EQ(sequence.cut_to(2).points[0].point, (ColorPoint{{1 << 15, 0, 0}, {1 << 13, 0, 0}}));
}

TEST(JoinByError, IsCancelled) {
    Progress progress;
    progress.cancel();
    const std::vector<Entry> two{{{0, 0, 0}, 1}, {{1, 0, 0}, 1}};
    EXPECT_THROW(order_joins(single_parts(palette_of(two)), progress), Error);
}

TEST(JoinByError, RoundsTheMeanOfAllMembersOnce) {
    // 0 and 1 become 1/2, which is rounded to 1. The mean of 1, twice, and 0 would be 2/3, that of all is
    // 1/3.
    const JoinSequence sequence = joins_of({{{0, 0, 0}, 1}, {{1, 0, 0}, 1}, {{0, 3, 0}, 1}});
    EXPECT_EQ(sequence.cut_to(2).points[0].point.position, (Position{1, 0, 0}));
    EXPECT_EQ(sequence.cut_to(1).points[0].point.position, (Position{0, 1, 0}));
}

}

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
