#include "palette/palette.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

namespace huedrift {
namespace {

constexpr Rgb black{0, 0, 0}, dark{20, 0, 0}, reddish{250, 0, 0}, white{255, 255, 255};

/// A palette whose colours take source colours.
struct SnapCase {
    std::vector<Rgb> colors; ///< ascending by code
    std::vector<std::uint32_t> counts;
    Palette palette;

    Palette snapped() const { return huedrift::snapped(palette, colors, counts); }
};

/// `took` has an index into `entries` for each source colour; each entry is taken. Entries lie beside the
/// positions of their colours, as after settling.
SnapCase snap_case(std::vector<Rgb> colors, std::vector<std::uint32_t> counts, std::vector<Rgb> entries,
                   std::vector<std::uint32_t> took, Transfer transfer = Transfer::srgb) {
    Palette palette;
    palette.transfer = transfer;
    palette.entries = entries_of(entries, transfer);
    for (PaletteEntry& entry : palette.entries) ++entry.position.l;
    for (std::size_t i = 0; i < colors.size(); ++i) {
        palette.entries[took[i]].pixels += counts[i];
        ++palette.entries[took[i]].colors;
    }
    palette.entry_of = std::move(took);
    return {std::move(colors), std::move(counts), std::move(palette)};
}

/// A single entry in place of three colours.
PaletteEntry snapped_entry(std::vector<std::uint32_t> counts, bool pinned = false) {
    SnapCase one = snap_case({dark, reddish, white}, std::move(counts), {{90, 90, 90}}, {0, 0, 0});
    one.palette.entries[0].pinned = pinned;
    const Palette snapped = one.snapped();
    EXPECT_EQ(snapped.entries.size(), 1u);
    return snapped.entries[0];
}

/// The new colour of each source colour, and its position.
using Outcome = std::vector<PaletteEntry>;

/// The definition, entry by entry.
Outcome snapped_by_definition(const SnapCase& given) {
    const Palette& palette = given.palette;
    std::vector<PaletteEntry> entries = palette.entries;
    for (std::uint32_t e = 0; e < entries.size(); ++e) {
        if (entries[e].pinned) continue;
        std::map<std::pair<std::int64_t, Rgb>, std::uint32_t> takers; // most pixels, then the smallest code
        std::uint64_t pixels = 0;
        for (std::uint32_t i = 0; i < given.colors.size(); ++i) {
            if (palette.entry_of[i] != e) continue;
            takers[{-std::int64_t{given.counts[i]}, given.colors[i]}] = given.counts[i];
            pixels += given.counts[i];
        }
        const auto& [key, count] = *takers.begin();
        if (count < pixels / 4 + (pixels % 4 != 0)) continue;
        entries[e].color = key.second;
        entries[e].position = PositionTable(palette.transfer)(key.second);
    }
    Outcome outcome;
    for (std::uint32_t i = 0; i < given.colors.size(); ++i) {
        const Rgb color = entries[palette.entry_of[i]].color;
        PaletteEntry whole = *std::ranges::find(entries, color, &PaletteEntry::color);
        whole.pixels = whole.colors = 0;
        for (const PaletteEntry& entry : entries) {
            if (entry.color != color) continue;
            whole.pixels += entry.pixels;
            whole.colors += entry.colors;
            whole.pinned |= entry.pinned;
        }
        outcome.push_back(whole);
    }
    return outcome;
}

/// Random colours, of which each takes one of up to `count` entries; some entries are pins, some have the
/// colour of a source colour.
SnapCase random_case(std::mt19937& random, unsigned size, unsigned count, unsigned max_count,
                     Transfer transfer) {
    const auto below = [&](unsigned limit) { return std::uint32_t(random()) % limit; };
    std::vector<Rgb> colors, entries;
    std::vector<std::uint32_t> counts, took;
    for (unsigned i = 0; i < size; ++i) {
        colors.push_back(Rgb::from_code(below(4096) * 4096 + i));
        counts.push_back(1 + below(max_count));
    }
    std::ranges::sort(colors);
    for (unsigned i = 0; i < std::min(size, count); ++i)
        entries.push_back(i % 2 != 0 ? colors[below(size)] : Rgb::from_code(below(rgb_codes)));
    std::ranges::sort(entries);
    entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
    for (unsigned i = 0; i < size; ++i)
        took.push_back(i < entries.size() ? i : below(unsigned(entries.size())));
    SnapCase given = snap_case(colors, counts, entries, took, transfer);
    for (PaletteEntry& entry : given.palette.entries) entry.pinned = below(4) == 0;
    return given;
}

TEST(Snapped, IsWhatTheDefinitionSays) {
    std::mt19937 random(1);
    for (const unsigned size : {1u, 2u, 3u, 17u, 331u})
        for (const unsigned max_count : {1u, 2u, 7u, 2'000'000'000u})
            for (const unsigned count : {1u, 2u, 5u, 40u})
                for (const Transfer transfer : {Transfer::srgb, Transfer::linear}) {
                    SCOPED_TRACE(testing::Message() << size << " " << max_count << " " << count);
                    const SnapCase given = random_case(random, size, count, max_count, transfer);
                    const Outcome expected = snapped_by_definition(given);
                    const Palette found = given.snapped();
                    for (std::uint32_t i = 0; i < size; ++i)
                        ASSERT_EQ(found.entries[found.entry_of[i]], expected[i]);
                    ASSERT_TRUE(std::ranges::is_sorted(found.entries, {}, &PaletteEntry::color));
                }
}

TEST(Snapped, AQuarterOfThePixelsIsEnough) {
    EXPECT_EQ(snapped_entry({25, 37, 38}).color, white);
    EXPECT_EQ(snapped_entry({1, 1, 1}).color, dark) << "of equally frequent ones the smallest";
    EXPECT_EQ(snapped_entry({1, 5, 5}).color, reddish);
    const SnapCase five = snap_case({black, dark, reddish, {251, 0, 0}, white}, {5, 4, 4, 4, 3},
                                    {{90, 90, 90}}, {0, 0, 0, 0, 0});
    EXPECT_EQ(five.snapped().entries[0].color, black) << "exactly a quarter";
    SnapCase less = five;
    less.counts[1] += 1, less.palette.entries[0].pixels += 1;
    EXPECT_EQ(less.snapped().entries, less.palette.entries);
}

TEST(Snapped, TheEntryMovesToTheColour) {
    const PaletteEntry entry = snapped_entry({1, 9, 1});
    EXPECT_EQ(entry, (PaletteEntry{reddish, PositionTable(Transfer::srgb)(reddish), 11, 3}));
}

TEST(Snapped, PinsStay) { EXPECT_EQ(snapped_entry({1, 9, 1}, true).color, (Rgb{90, 90, 90})); }

TEST(Snapped, EntriesOfOneColourBecomeOne) {
    // The grey one takes mostly black, and black is there already as the pin of another.
    SnapCase given = snap_case({black, reddish, white}, {8, 3, 3}, {black, {90, 90, 90}, white}, {1, 0, 2});
    given.palette.entries[0].pinned = true;
    const Palette found = given.snapped();
    ASSERT_EQ(found.entries.size(), 2u);
    EXPECT_EQ(found.entries[0].color, black);
    EXPECT_EQ(found.entries[0].pixels, 11u);
    EXPECT_TRUE(found.entries[0].pinned);
    EXPECT_EQ(found.entries[1].color, white);
    EXPECT_EQ(found.entry_of[0], found.entry_of[1]);
}

TEST(Snapped, AnEmptyPaletteStaysEmpty) { EXPECT_TRUE(snap_case({}, {}, {}, {}).snapped().entries.empty()); }

}
}
