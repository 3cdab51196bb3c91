#include "reduction/settle.h"

#include "base/error.h"
#include "base/parallel.h"
#include "reduction/reduction.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

namespace huedrift {
namespace {

using Counts = std::vector<std::uint32_t>;

std::uint32_t nearest_by_definition(std::span<const Position> entries, const Position& position) {
    std::uint32_t nearest = 0;
    for (std::uint32_t i = 1; i < entries.size(); ++i)
        if (squared_distance(entries[i], position) < squared_distance(entries[nearest], position))
            nearest = i;
    return nearest;
}

/// Rounded half up, in a way of its own.
std::int32_t mean_by_definition(const ColorSet& colors, const Counts& entry_of, std::uint32_t entry,
                                std::int32_t Position::*axis) {
    std::int64_t sum = 0, weight = 0;
    for (std::size_t i = 0; i < colors.size(); ++i) {
        if (entry_of[i] != entry) continue;
        weight += colors.counts()[i];
        sum += std::int64_t{colors.positions()[i].*axis} * colors.counts()[i];
    }
    const std::int64_t doubled = 2 * sum + weight;
    std::int64_t mean = doubled / (2 * weight);
    while (mean * 2 * weight > doubled) --mean;
    return std::int32_t(mean);
}

void move_by_definition(const ColorSet& colors, const Counts& entry_of, std::vector<Position>& entries,
                        const std::vector<bool>& pinned) {
    for (std::uint32_t entry = 0; entry < entries.size(); ++entry) {
        if (pinned[entry] || std::ranges::find(entry_of, entry) == entry_of.end()) continue;
        const auto mean = [&](auto axis) { return mean_by_definition(colors, entry_of, entry, axis); };
        entries[entry] = {mean(&Position::l), mean(&Position::a), mean(&Position::b)};
    }
}

SettledPalette used_by_definition(std::span<const Position> entries, Counts entry_of) {
    SettledPalette palette{{}, entry_of};
    for (std::uint32_t entry = 0; entry < entries.size(); ++entry) {
        if (std::ranges::find(entry_of, entry) == entry_of.end()) continue;
        for (std::size_t i = 0; i < entry_of.size(); ++i)
            if (entry_of[i] == entry) palette.entry_of[i] = std::uint32_t(palette.entries.size());
        palette.entries.push_back(entries[entry]);
    }
    return palette;
}

SettledPalette nearest_settled_by_definition(const ColorSet& colors, std::vector<Position> entries,
                                             const std::vector<bool>& pinned, std::uint32_t steps) {
    Counts entry_of(colors.size());
    const auto take = [&] {
        for (std::size_t i = 0; i < colors.size(); ++i)
            entry_of[i] = nearest_by_definition(entries, colors.positions()[i]);
    };
    for (std::uint32_t step = 0; step < steps; ++step) {
        take();
        move_by_definition(colors, entry_of, entries, pinned);
    }
    take();
    return used_by_definition(entries, entry_of);
}

void expect_same(const SettledPalette& found, const SettledPalette& expected) {
    EXPECT_EQ(found.entries, expected.entries);
    EXPECT_EQ(found.entry_of, expected.entry_of);
}

/// Colours or entries in a lattice around the middle of Oklab, `step` apart.
class RandomPoints {
public:
    explicit RandomPoints(unsigned seed) : random_(seed) {}

    std::vector<Position> positions(std::size_t count, unsigned side, std::int32_t step) {
        std::vector<Position> positions(count);
        for (Position& p : positions) {
            const auto along = [&] {
                return (std::int32_t(random_() % side) - std::int32_t(side / 2)) * step;
            };
            p = {along() + (1 << 23), along(), along()};
        }
        return positions;
    }
    ColorSet colors(std::size_t count, unsigned side, std::int32_t step, std::uint32_t max_count) {
        Counts counts(count);
        for (std::uint32_t& one : counts) one = 1 + std::uint32_t(random_()) % max_count;
        return ColorSet::from_points(positions(count, side, step), std::move(counts));
    }
    std::vector<bool> flags(std::size_t count, unsigned one_of) {
        std::vector<bool> flags(count);
        for (std::size_t i = 0; i < count; ++i) flags[i] = one_of != 0 && random_() % one_of == 0;
        return flags;
    }
    Counts below(std::size_t count, std::size_t limit) {
        Counts numbers(count);
        for (std::uint32_t& number : numbers) number = std::uint32_t(random_() % limit);
        return numbers;
    }

private:
    std::mt19937 random_;
};

struct Lattice {
    unsigned side;
    std::int32_t step;
};
constexpr std::array lattices{Lattice{1, 1}, Lattice{3, 1}, Lattice{4, 1 << 21}, Lattice{9, 2},
                              Lattice{1u << 23, 1}};

TEST(SettleReference, HasTheSameEntriesByNearest) {
    RandomPoints points(1);
    for (const Lattice& lattice : lattices)
        for (const std::size_t size : {0u, 1u, 17u, 331u})
            for (const std::size_t count : {1u, 2u, 13u, 60u})
                for (const unsigned one_pinned_of : {0u, 3u, 1u})
                    for (const std::uint32_t steps : {0u, 1u, 5u, max_settle_steps}) {
                        SCOPED_TRACE(testing::Message() << lattice.side << " " << size << " " << count << " "
                                                        << one_pinned_of << " " << steps);
                        const ColorSet colors = points.colors(size, lattice.side, lattice.step, 1000);
                        const auto entries = points.positions(count, lattice.side, lattice.step);
                        const auto pinned = points.flags(count, one_pinned_of);
                        expect_same(settle_nearest(ColorTree(colors), entries, pinned, steps, {}),
                                    nearest_settled_by_definition(colors, entries, pinned, steps));
                        if (HasFailure()) return;
                    }
}

TEST(SettleNearest, IsTheSameForThousandsOfColorsOnAnyNumberOfThreads) {
    RandomPoints points(2);
    const ColorSet colors = points.colors(20'000, 1u << 23, 1, 5'000'000);
    const ColorTree tree(colors);
    for (const std::size_t count : {5u, 300u}) {
        const auto entries = points.positions(count, 1u << 23, 1);
        const auto pinned = points.flags(count, 10);
        const auto expected = nearest_settled_by_definition(colors, entries, pinned, 2);
        for (const int threads : {1, 2, 5}) {
            const ThreadLimit limit(threads);
            expect_same(settle_nearest(tree, entries, pinned, 2, {}), expected);
        }
    }
}

TEST(SettleNearest, WithoutColorsNothingIsLeft) {
    const ColorSet colors = ColorSet::from_points({}, {});
    expect_same(settle_nearest(ColorTree(colors), {}, {}, 8, {}), {});
    expect_same(settle_nearest(ColorTree(colors), {{1, 2, 3}}, {true}, 8, {}), {});
}

TEST(SettleNearest, AnEquallyNearColorTakesTheFirstEntry) {
    const ColorSet colors = ColorSet::from_points({{10, 0, 0}, {20, 0, 0}, {30, 0, 0}}, {1, 1, 1});
    const SettledPalette settled =
        settle_nearest(ColorTree(colors), {{30, 0, 0}, {10, 0, 0}, {30, 0, 0}}, {false, false, false}, 0, {});
    expect_same(settled, {{{30, 0, 0}, {10, 0, 0}}, {1, 0, 0}});
}

TEST(SettleNearest, AnEntryThatNoColorTakesForAWhileMayBeTakenLater) {
    // The last entry takes nothing until the second has moved away from the colours between them.
    const ColorSet colors = ColorSet::from_points({{0, 0, 0}, {100, 0, 0}, {1000, 0, 0}}, {1, 1000, 100'000});
    const std::vector<Position> entries{{0, 0, 0}, {500, 0, 0}, {80, 700, 0}};
    const std::vector<bool> pinned(3);
    const auto none = settle_nearest(ColorTree(colors), entries, pinned, 0, {}),
               all = settle_nearest(ColorTree(colors), entries, pinned, 64, {});
    EXPECT_EQ(none.entries.size(), 2u);
    expect_same(all, nearest_settled_by_definition(colors, entries, pinned, 64));
}

TEST(SettleNearest, IsCancelled) {
    RandomPoints points(4);
    const ColorSet colors = points.colors(100, 100, 1, 1);
    Progress progress;
    progress.cancel();
    EXPECT_THROW(settle_nearest(ColorTree(colors), {{0, 0, 0}}, {false}, 1, progress), Error);
}

TEST(SettleReference, HasTheSameEntriesByBasin) {
    RandomPoints points(5);
    for (const Lattice& lattice : lattices)
        for (const std::size_t size : {0u, 1u, 17u, 331u})
            for (const std::size_t count : {1u, 2u, 13u, 60u})
                for (const unsigned one_pinned_of : {0u, 3u, 1u})
                    for (const std::uint32_t steps : {0u, 1u, max_settle_steps}) {
                        const ColorSet colors = points.colors(size, lattice.side, lattice.step, 1000);
                        const auto entries = points.positions(count, lattice.side, lattice.step);
                        const auto pinned = points.flags(count, one_pinned_of);
                        const Counts entry_of = points.below(size, count);
                        auto moved = entries;
                        if (steps > 0) move_by_definition(colors, entry_of, moved, pinned);
                        expect_same(settle_basin(colors, colors.counts(), entries, pinned, entry_of, steps),
                                    used_by_definition(moved, entry_of));
                    }
}

TEST(SettleWithOtherCounts, EntriesMoveToTheColorsThatCount) {
    const std::vector<Position> positions{{10, 0, 0}, {20, 0, 0}, {90, 0, 0}, {100, 0, 0}};
    const ColorSet colors = ColorSet::from_points(positions, {7, 7, 7, 7});
    const Counts counts{1, 3, 0, 0};
    const std::vector<Position> entries{{0, 0, 0}, {99, 0, 0}}, moved{{18, 0, 0}, {99, 0, 0}};
    const std::vector<bool> pinned{false, false};
    const Counts takers{0, 0, 1, 1};
    expect_same(settle_basin(colors, counts, entries, pinned, takers, 1), {moved, takers});
    expect_same(settle_nearest(ColorTree(colors, counts), entries, pinned, 8, {}), {moved, takers});
}

TEST(SettledPalette, APinKeepsItsExactColor) {
    const std::vector<Rgb> codes{{10, 200, 30}, {12, 201, 28}, {250, 3, 77}, {251, 9, 70}};
    for (const Transfer transfer : {Transfer::srgb, Transfer::linear}) {
        const ColorSet colors(codes, {5, 1, 1, 2}, transfer);
        const PositionTable position(transfer);
        const Rgb pin{99, 180, 44};
        const SettledPalette settled = settle_nearest(
            ColorTree(colors), {position(pin), position({200, 40, 60})}, {true, false}, max_settle_steps, {});
        const Reduction reduction = gather_modes(colors, settled.entries, settled.entry_of);
        EXPECT_EQ(reduction.entries[reduction.entry_of[0]].color, pin);
        EXPECT_EQ(reduction.entries[reduction.entry_of[1]].color, pin);
        EXPECT_EQ(reduction.entries[reduction.entry_of[2]].pixels, 3u);
    }
}

}
}
