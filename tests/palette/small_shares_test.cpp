#include "palette/small_shares.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace huedrift {
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
