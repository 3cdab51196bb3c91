#include "reduction/settle.h"

#include "base/parallel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <set>

namespace huedrift {
namespace {

using Counts = std::vector<std::uint32_t>;

ColorPoint point_of(Rgb color, Transfer transfer) {
    return color_point(color, PositionTable(transfer)(color));
}

/// The entry nearest to each colour.
Counts taken_by_definition(const ColorSet& colors, std::span<const Rgb> entries) {
    std::vector<ColorPoint> points;
    for (const Rgb entry : entries) points.push_back(point_of(entry, colors.transfer()));
    Counts taken;
    for (std::size_t i = 0; i < colors.size(); ++i) {
        const ColorPoint own = color_point(colors.colors()[i], colors.positions()[i]);
        const auto nearest = std::ranges::min_element(
            points, {}, [&](const ColorPoint& p) { return squared_distance(p, own); });
        taken.push_back(std::uint32_t(nearest - points.begin()));
    }
    return taken;
}

/// Of one coordinate over the colours that take an entry, rounded half up in a way of its own.
template <class Coordinate>
std::int32_t mean_by_definition(std::span<const std::uint32_t> counts, const Counts& entry_of,
                                std::uint32_t entry, const Coordinate& coordinate) {
    std::int64_t sum = 0, weight = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (entry_of[i] != entry) continue;
        weight += counts[i];
        sum += std::int64_t{coordinate(i)} * counts[i];
    }
    const std::int64_t doubled = 2 * sum + weight;
    std::int64_t mean = doubled / (2 * weight);
    while (mean * 2 * weight > doubled) --mean;
    return std::int32_t(mean);
}

void move_by_definition(const ColorSet& colors, const Counts& entry_of, std::vector<Rgb>& entries,
                        const std::vector<bool>& pinned) {
    const PositionTable position(colors.transfer());
    for (std::uint32_t entry = 0; entry < entries.size(); ++entry) {
        if (pinned[entry] || std::ranges::find(entry_of, entry) == entry_of.end()) continue;
        ColorPoint mean;
        const auto of = [&](const auto& coordinate) {
            return mean_by_definition(colors.counts(), entry_of, entry, coordinate);
        };
        mean.position = {of([&](std::size_t i) { return colors.positions()[i].l; }),
                         of([&](std::size_t i) { return colors.positions()[i].a; }),
                         of([&](std::size_t i) { return colors.positions()[i].b; })};
        mean.code = {of([&](std::size_t i) { return colors.colors()[i].r * ColorPoint::code_step; }),
                     of([&](std::size_t i) { return colors.colors()[i].g * ColorPoint::code_step; }),
                     of([&](std::size_t i) { return colors.colors()[i].b * ColorPoint::code_step; })};
        entries[entry] = nearest_color(mean, position);
    }
}

SettledPalette used_by_definition(std::span<const Rgb> entries, Counts entry_of) {
    SettledPalette palette{{}, entry_of};
    for (std::uint32_t entry = 0; entry < entries.size(); ++entry) {
        if (std::ranges::find(entry_of, entry) == entry_of.end()) continue;
        for (std::size_t i = 0; i < entry_of.size(); ++i)
            if (entry_of[i] == entry) palette.entry_of[i] = std::uint32_t(palette.entries.size());
        palette.entries.push_back(entries[entry]);
    }
    return palette;
}

SettledPalette nearest_settled_by_definition(const ColorSet& colors, std::vector<Rgb> entries,
                                             const std::vector<bool>& pinned, std::uint32_t steps) {
    for (std::uint32_t step = 0; step < steps; ++step) {
        const std::vector<Rgb> before = entries;
        move_by_definition(colors, taken_by_definition(colors, entries), entries, pinned);
        if (entries == before) break;
    }
    return used_by_definition(entries, taken_by_definition(colors, entries));
}

void expect_same(const SettledPalette& found, const SettledPalette& expected) {
    EXPECT_EQ(found.entries, expected.entries);
    EXPECT_EQ(found.entry_of, expected.entry_of);
}

/// Colours or entries whose channels have `side` values, `step` apart.
class RandomColors {
public:
    explicit RandomColors(unsigned seed) : random_(seed) {}

    std::vector<Rgb> entries(std::size_t count, unsigned side, unsigned step) {
        std::vector<Rgb> colors(count);
        for (Rgb& color : colors) {
            const auto channel = [&] { return std::uint8_t(128 + (random_() % side - side / 2) * step); };
            color = {channel(), channel(), channel()};
        }
        return colors;
    }
    /// At most `count`, as far as they are distinct.
    ColorSet colors(std::size_t count, unsigned side, unsigned step, std::uint32_t max_count,
                    Transfer transfer = Transfer::srgb) {
        const std::vector<Rgb> all = entries(count, side, step);
        const std::set<Rgb> distinct(all.begin(), all.end());
        Counts counts(distinct.size());
        for (std::uint32_t& one : counts) one = 1 + std::uint32_t(random_()) % max_count;
        return {{distinct.begin(), distinct.end()}, std::move(counts), transfer};
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
    unsigned side, step;
};
constexpr std::array lattices{Lattice{1, 1}, Lattice{3, 1}, Lattice{4, 60}, Lattice{9, 2}, Lattice{256, 1}};

TEST(SettleReference, HasTheSameEntriesByNearest) {
    RandomColors random(1);
    for (const Lattice& lattice : lattices)
        for (const std::size_t size : {0u, 1u, 17u, 331u})
            for (const std::size_t count : {1u, 2u, 13u, 60u})
                for (const unsigned one_pinned_of : {0u, 3u, 1u})
                    for (const std::uint32_t steps : {0u, 1u, 5u, max_settle_steps}) {
                        SCOPED_TRACE(testing::Message() << lattice.side << " " << size << " " << count << " "
                                                        << one_pinned_of << " " << steps);
                        const ColorSet colors = random.colors(size, lattice.side, lattice.step, 1000,
                                                              steps == 1 ? Transfer::linear : Transfer::srgb);
                        const auto entries = random.entries(count, lattice.side, lattice.step);
                        const auto pinned = random.flags(count, one_pinned_of);
                        expect_same(settle_nearest(ColorTree(colors), entries, pinned, steps, {}),
                                    nearest_settled_by_definition(colors, entries, pinned, steps));
                        if (HasFailure()) return;
                    }
}

TEST(SettleNearest, IsTheSameForManyColorsOnAnyNumberOfThreads) {
    RandomColors random(2);
    const ColorSet colors = random.colors(1 << 14, 256, 1, 2'000'000);
    const ColorTree tree(colors);
    for (const std::size_t count : {5u, 300u}) {
        const auto entries = random.entries(count, 256, 1);
        const auto pinned = random.flags(count, 10);
        const auto expected = nearest_settled_by_definition(colors, entries, pinned, 2);
        for (const int threads : {1, 2, 5}) {
            const ThreadLimit limit(threads);
            expect_same(settle_nearest(tree, entries, pinned, 2, {}), expected);
        }
    }
}

TEST(SettleNearest, WithoutColorsNothingIsLeft) {
    const ColorSet colors({}, {}, Transfer::srgb);
    expect_same(settle_nearest(ColorTree(colors), {}, {}, 8, {}), {});
    expect_same(settle_nearest(ColorTree(colors), {{1, 2, 3}}, {true}, 8, {}), {});
}

constexpr Rgb grey(std::uint8_t value) { return {value, value, value}; }

TEST(SettleNearest, OfEqualEntriesColorsTakeTheFirst) {
    const ColorSet colors({grey(10), grey(20), grey(30)}, {1, 1, 1}, Transfer::srgb);
    const SettledPalette settled =
        settle_nearest(ColorTree(colors), {grey(30), grey(10), grey(30)}, {false, false, false}, 0, {});
    expect_same(settled, {{grey(30), grey(10)}, {1, 0, 0}});
}

TEST(SettleNearest, CodesCountBesidesPositions) {
    const Rgb color{220, 180, 200};
    const std::vector<Rgb> entries{{249, 181, 177}, {211, 201, 196}};
    const PositionTable position(Transfer::srgb);
    ASSERT_LT(squared_distance(position(entries[0]), position(color)),
              squared_distance(position(entries[1]), position(color)));
    const ColorSet colors({color}, {1}, Transfer::srgb);
    expect_same(settle_nearest(ColorTree(colors), entries, {true, true}, 0, {}), {{entries[1]}, {0}});
}

TEST(SettleNearest, AnEntryThatNoColorTakesForAWhileMayBeTakenLater) {
    // The last entry takes nothing until the second has moved away from the colours between them.
    const ColorSet colors({grey(0), grey(100), grey(250)}, {1, 1000, 100'000}, Transfer::srgb);
    const std::vector<Rgb> entries{grey(0), grey(160), {0, 140, 0}};
    const std::vector<bool> pinned(3);
    const auto none = settle_nearest(ColorTree(colors), entries, pinned, 0, {}),
               all = settle_nearest(ColorTree(colors), entries, pinned, 64, {});
    EXPECT_EQ(none.entries.size(), 2u);
    EXPECT_EQ(all.entries, (std::vector<Rgb>{grey(0), grey(250), grey(100)}));
    expect_same(all, nearest_settled_by_definition(colors, entries, pinned, 64));
}

TEST(SettleNearest, IsCancelled) {
    RandomColors random(4);
    const ColorSet colors = random.colors(100, 100, 1, 1);
    Progress progress;
    progress.cancel();
    EXPECT_THROW(settle_nearest(ColorTree(colors), {grey(0)}, {false}, 1, progress), Error);
}

TEST(SettleReference, HasTheSameEntriesByBasin) {
    RandomColors random(5);
    for (const Lattice& lattice : lattices)
        for (const std::size_t size : {0u, 1u, 17u, 331u})
            for (const std::size_t count : {1u, 2u, 13u, 60u})
                for (const unsigned one_pinned_of : {0u, 3u, 1u})
                    for (const std::uint32_t steps : {0u, 1u, max_settle_steps}) {
                        const ColorSet colors = random.colors(size, lattice.side, lattice.step, 1000);
                        const auto entries = random.entries(count, lattice.side, lattice.step);
                        const auto pinned = random.flags(count, one_pinned_of);
                        const Counts entry_of = random.below(colors.size(), count);
                        auto moved = entries;
                        if (steps > 0) move_by_definition(colors, entry_of, moved, pinned);
                        expect_same(settle_basin(colors, colors.counts(), entries, pinned, entry_of, steps),
                                    used_by_definition(moved, entry_of));
                    }
}

TEST(SettleWithOtherCounts, EntriesMoveToTheColorsThatCount) {
    const ColorSet colors({grey(10), grey(20), grey(90), grey(100)}, {7, 7, 7, 7}, Transfer::srgb);
    const Counts counts{1, 3, 0, 0};
    const std::vector<Rgb> entries{grey(0), grey(99)}, moved{grey(17), grey(99)};
    const std::vector<bool> pinned{false, false};
    const Counts takers{0, 0, 1, 1};
    expect_same(settle_basin(colors, counts, entries, pinned, takers, 1), {moved, takers});
    expect_same(settle_nearest(ColorTree(colors, counts), entries, pinned, 8, {}), {moved, takers});
}

TEST(SettledPalette, APinKeepsItsExactColor) {
    const std::vector<Rgb> codes{{10, 200, 30}, {12, 201, 28}, {250, 3, 77}, {251, 9, 70}};
    for (const Transfer transfer : {Transfer::srgb, Transfer::linear}) {
        const ColorSet colors(codes, {5, 1, 1, 2}, transfer);
        const Rgb pin{99, 180, 44};
        const SettledPalette settled =
            settle_nearest(ColorTree(colors), {pin, {200, 40, 60}}, {true, false}, max_settle_steps, {});
        EXPECT_EQ(settled.entries[0], pin);
        EXPECT_EQ(settled.entry_of, (Counts{0, 0, 1, 1}));
    }
}

}
}
