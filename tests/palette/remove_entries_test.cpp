#include "palette/remove_entries.h"

#include "base/error.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <limits>
#include <optional>
#include <random>
#include <utility>

namespace huedrift {

namespace {

__extension__ using Sum = unsigned __int128;

/// dl^2 + 4 da^2 + 4 db^2.
std::int64_t stretched_distance(const Position& p, const Position& q) {
    const std::int64_t l = p.l - q.l, a = p.a - q.a, b = p.b - q.b;
    return l * l + 4 * a * a + 4 * b * b;
}

std::int64_t to_nearest(std::span<const PaletteEntry> entries, std::span<const std::uint32_t> left,
                        const Position& position) {
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (const std::uint32_t entry : left)
        least = std::min(least, stretched_distance(entries[entry].position, position));
    return least;
}

/// The sum of squared distances, which a removal raises by its cost.
Sum total(std::span<const PaletteEntry> entries, std::span<const std::uint32_t> left,
          std::span<const JoinedColor> colors) {
    Sum sum = 0;
    for (const JoinedColor& color : colors)
        sum += Sum(color.weight) * std::uint64_t(to_nearest(entries, left, color.position));
    return sum;
}

/// Tries every removal.
bool remove_cheapest(std::span<const PaletteEntry> entries, std::span<const JoinedColor> colors,
                     std::vector<std::uint32_t>& left) {
    std::optional<std::pair<Sum, std::size_t>> cheapest;
    for (std::size_t i = 0; i < left.size(); ++i) {
        if (entries[left[i]].pinned) continue;
        std::vector<std::uint32_t> rest = left;
        rest.erase(rest.begin() + std::ptrdiff_t(i));
        const Sum sum = total(entries, rest, colors);
        if (!cheapest || sum <= cheapest->first) cheapest = {sum, i};
    }
    if (cheapest) left.erase(left.begin() + std::ptrdiff_t(cheapest->second));
    return cheapest.has_value();
}

/// Compares each number of entries that can be left.
void expect_removed_by_definition(std::span<const PaletteEntry> entries,
                                  std::span<const JoinedColor> colors) {
    std::vector<std::uint32_t> left;
    for (std::uint32_t i = 0; i < entries.size(); ++i) left.push_back(i);
    do {
        ASSERT_EQ(remove_entries(entries, colors, left.size(), {}), left) << entries.size();
    } while (left.size() > 1 && remove_cheapest(entries, colors, left));
    EXPECT_EQ(remove_entries(entries, colors, 1, {}), left);
}

Position within(std::mt19937& random, int side, int step) {
    const auto along = [&] { return (std::int32_t(random() % unsigned(side)) - side / 2) * step; };
    return {along(), along(), along()};
}

TEST(RemoveEntries, LeavesWhatTryingEveryRemovalLeaves) {
    std::mt19937 random(3);
    for (const auto& [side, step] : {std::pair(2, 1), {3, 1 << 21}, {5, 1}, {1000, 1 << 13}})
        for (const unsigned count : {1u, 2u, 9u, 20u})
            for (const unsigned one_pinned_of : {1u, 4u, 1u << 30}) {
                std::vector<PaletteEntry> entries(count);
                for (PaletteEntry& entry : entries)
                    entry = {.color = {},
                             .position = within(random, side, step),
                             .pinned = random() % one_pinned_of == 0};
                std::vector<JoinedColor> colors(random() % 60);
                for (JoinedColor& color : colors)
                    color = {within(random, side, step), 1 + random() % (side == 1000 ? 1u << 31 : 3u)};
                expect_removed_by_definition(entries, colors);
            }
}

TEST(RemoveEntries, ComputesWithTheLargestWeightsAndDistances) {
    const std::vector<PaletteEntry> entries{{.color = {}, .position = {0, -(1 << 23), -(1 << 23)}},
                                            {.color = {}, .position = {1 << 24, 1 << 23, 1 << 23}},
                                            {.color = {}, .position = {1 << 24, 1 << 23, (1 << 23) - 1}}};
    const std::vector<JoinedColor> colors{{entries[0].position, std::uint64_t{1} << 36},
                                          {entries[2].position, std::uint64_t{1} << 36}};
    expect_removed_by_definition(entries, colors);
    EXPECT_EQ(remove_entries(entries, colors, 2, {}), (std::vector<std::uint32_t>{0, 2}));
}

TEST(RemoveEntries, OfEqualCostsTheLastGoes) {
    const std::vector<PaletteEntry> entries(5);
    EXPECT_EQ(remove_entries(entries, {}, 2, {}), (std::vector<std::uint32_t>{0, 1}));
}

TEST(RemoveEntries, IsCancelled) {
    const std::vector<PaletteEntry> entries(3);
    const std::vector<JoinedColor> colors(2, {{}, 1});
    Progress progress;
    progress.cancel();
    EXPECT_THROW(remove_entries(entries, colors, 1, progress), Error);
}

}

namespace {

/// The definition, colour by colour.
std::vector<std::uint32_t> joined_by_definition(const std::vector<PaletteEntry>& colors, double share) {
    std::uint64_t all = 0;
    std::size_t heaviest = colors.size();
    for (std::size_t i = 0; i < colors.size(); ++i) {
        all += colors[i].pixels;
        if (colors[i].exclusive) continue;
        if (heaviest == colors.size() || colors[i].pixels > colors[heaviest].pixels) heaviest = i;
    }
    const auto takes = [&](std::size_t i) {
        return i == heaviest || (!colors[i].exclusive && double(colors[i].pixels) >= share * double(all));
    };
    std::vector<std::uint32_t> becomes;
    for (std::uint32_t i = 0; i < colors.size(); ++i) {
        std::uint32_t best = i;
        for (std::uint32_t j = 0; j < colors.size() && !takes(i) && !colors[i].pinned; ++j) {
            if (!takes(j)) continue;
            const auto d = squared_distance(colors[i].position, colors[j].position),
                       least = squared_distance(colors[i].position, colors[best].position);
            if (best == i || d < least || (d == least && colors[j].pixels > colors[best].pixels)) best = j;
        }
        becomes.push_back(best);
    }
    return becomes;
}

TEST(SmallShares, AreJoinedAsTheDefinitionSays) {
    std::mt19937 random(2);
    for (const unsigned side : {3u, 1u << 23})
        for (const std::size_t size : {0u, 1u, 2u, 30u, 200u})
            for (const unsigned max_pixels : {1u, 5u, 10000u})
                for (const double share : {0.0, 1e-4, 0.01, 0.04, 0.5, 1.0}) {
                    std::vector<PaletteEntry> colors(size);
                    for (PaletteEntry& color : colors) {
                        const auto coordinate = [&] { return std::int32_t(random() % side); };
                        color.pixels = 1 + random() % max_pixels;
                        color.position = {coordinate(), coordinate(), coordinate()};
                        color.pinned = random() % 5 == 0;
                        color.exclusive = color.pinned && random() % 2 == 0;
                    }
                    ASSERT_EQ(join_small_shares(colors, share, {}), joined_by_definition(colors, share))
                        << side << " " << size << " " << max_pixels << " " << share;
                }
}

TEST(SmallShares, KeepEntriesWithExactlyTheShare) {
    const std::vector<PaletteEntry> colors{{{}, {0, 0, 0}, 1}, {{}, {9, 0, 0}, 9}};
    const auto becomes = [&](double share) { return join_small_shares(colors, share, {}); };
    EXPECT_EQ(becomes(0.1), (std::vector<std::uint32_t>{0, 1}));
    EXPECT_EQ(becomes(0.1001), (std::vector<std::uint32_t>{1, 1}));
}

}

}
