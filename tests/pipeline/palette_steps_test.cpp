#include "pipeline/palette_steps.h"

#include "color/position.h"
#include "expect_error.h"
#include "palette/palette.h"
#include "pipeline/plain_colors.h"
#include "reduction/reduction.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace huedrift {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr Rgb ruby{205, 0, 10};

/// Colours with pixels 1, 2, 3 and so on.
ColorSet color_set(std::vector<Rgb> colors, Transfer transfer = Transfer::srgb) {
    std::ranges::sort(colors);
    std::vector<std::uint32_t> counts;
    for (std::uint32_t i = 1; i <= colors.size(); ++i) counts.push_back(i);
    return {colors, counts, transfer};
}

/// The palette in which each of them became itself.
Palette unchanged(const ColorSet& colors, std::span<const Pin> pins = {}) {
    std::vector<Rgb> pinned;
    for (const Pin& pin : pins) pinned.push_back(pin.color);
    return start_steps(gather_modes(colors, colors.positions()), pinned);
}
Palette unchanged(const std::vector<Rgb>& colors, const std::vector<Pin>& pins = {}) {
    return unchanged(color_set(colors), pins);
}

/// The new colour of each colour of the picture, these in ascending order.
std::vector<Rgb> became(const Palette& palette) {
    std::vector<Rgb> colors;
    for (std::size_t i = 0; i < palette.entry_of.size(); ++i) colors.push_back(palette.color_of(i));
    return colors;
}

TEST(PaletteSteps, WeighByTheWeighting) {
    // Two pixels of red against three of ruby; as colours, one each, the first stays.
    const Palette found = unchanged({black, red, ruby});
    EXPECT_THAT(became(join_by_distance(found, 2, Weighting::frequency, {})), ElementsAre(black, ruby, ruby));
    EXPECT_THAT(became(join_by_distance(found, 2, Weighting::palette, {})), ElementsAre(black, red, red));
}

TEST(PaletteSteps, PinsAreExemptFromJoining) {
    const Palette found = unchanged({red, ruby, white}, {{red}, {ruby}});
    EXPECT_THAT(became(join_by_distance(found, 2, Weighting::frequency, {})), ElementsAre(red, ruby, ruby));
    const Palette kept = join_by_distance(found, 1, Weighting::frequency, {});
    EXPECT_THAT(became(kept), ElementsAre(red, ruby, ruby));
    EXPECT_THAT(kept.notes, ElementsAre("the 2 pinned colours are all kept"));
    EXPECT_THAT(became(join_small(unchanged({black, red, white}, {{red}}), 50, {})),
                ElementsAre(white, red, white));
}

TEST(PaletteSteps, JoiningToALargerNumberChangesNothing) {
    const Palette found = unchanged({black, white});
    const Palette same = join_by_distance(found, 2, Weighting::frequency, {});
    EXPECT_EQ(same.entries, found.entries);
    EXPECT_THAT(same.notes, IsEmpty());
    EXPECT_EQ(join_by_distance(found, 3, Weighting::frequency, {}).entries, found.entries);
}

TEST(PaletteSteps, ModesOfOneColourAreOneEntry) {
    const ColorSet colors = color_set({black, grey});
    const Position at = colors.positions()[1];
    const std::vector<Position> states{{at.l, at.a, at.b}, {at.l + 1, at.a, at.b}};
    const Reduction modes = gather_modes(colors, states);
    ASSERT_EQ(modes.entries.size(), 2u);
    const Palette found = start_steps(modes, {});
    EXPECT_THAT(found.entries, ElementsAre(PaletteEntry{grey, at, 3, 2}));
    const Palette joined = edit(found, colors.index(), {}, std::vector<Edit>{{black, red}});
    EXPECT_EQ(joined.entries.size(), 1u);
    EXPECT_THAT(became(joined), ElementsAre(red, red));
}

/// Joined to `count` by error.
Palette joined(const Palette& palette, std::span<const std::uint32_t> weights, std::uint32_t count) {
    return join_by_error(palette, order_joins(palette, weights, max_parts_for(count), {}), count);
}
/// The same for a palette whose entries are the colours of a set.
Palette joined(const ColorSet& colors, std::uint32_t count) {
    return joined(unchanged(colors), colors.counts(), count);
}

TEST(JoinedByError, BeginsWithFinerCellsForMoreColours) {
    EXPECT_EQ(max_parts_for(1), std::size_t{1} << 14);
    EXPECT_EQ(max_parts_for(1 << 12), std::size_t{1} << 14);
    EXPECT_EQ(max_parts_for((1 << 12) + 1), std::size_t{1} << 16);
    EXPECT_EQ(max_parts_for((1 << 14) + 1), std::size_t{1} << 16);
    Image every(512, 300); // more colours than the finer cells
    for (std::uint32_t i = 0; i < every.pixels().size(); ++i) {
        const std::uint32_t code = i * 109;
        every.pixels()[i] = {std::uint8_t(code >> 16), std::uint8_t(code >> 8), std::uint8_t(code), 255};
    }
    const ColorSet colors(every, Transfer::srgb);
    const Palette palette = unchanged(colors);
    const JoinSequence few = order_joins(palette, colors.counts(), max_parts_for(4096), {}),
                       more = order_joins(palette, colors.counts(), max_parts_for(4097), {});
    for (const std::uint32_t count : {4097u, 5000u, 16384u})
        EXPECT_EQ(join_by_error(palette, more, count).entries.size(), count);
    EXPECT_EQ(join_by_error(palette, few, 4096).entries.size(), 4096u);
    EXPECT_NE(join_by_error(palette, few, 4097).entries, join_by_error(palette, more, 4097).entries);
    EXPECT_LE(join_by_error(palette, more, 1 << 17).entries.size(), std::size_t{1} << 16);
}

TEST(JoinedByError, EntriesAreTheColoursAtTheMeansOfTheirPixels) {
    const ColorSet colors = color_set({black, ruby, red}); // 1, 2 and 3 pixels
    const Palette palette = joined(colors, 2);
    ASSERT_EQ(palette.entries.size(), 2u);
    const PaletteEntry& entry = palette.entries[1];
    ColorPointSum sum;
    for (const std::size_t i : {1u, 2u})
        sum.add(color_point(colors.colors()[i], colors.positions()[i]), colors.counts()[i]);
    const PositionTable position(Transfer::srgb);
    EXPECT_EQ(entry.color, nearest_color(sum.mean(), position));
    EXPECT_EQ(entry.position, position(entry.color));
    EXPECT_EQ(entry.pixels, 5u);
    EXPECT_EQ(entry.colors, 2u);
    EXPECT_THAT(became(palette), ElementsAre(black, entry.color, entry.color));
}

TEST(JoinedByError, WeightsTakeThePlaceOfPixels) {
    const ColorSet colors = color_set({black, ruby, red});
    const Palette found = unchanged(colors);
    const Palette palette = joined(found, std::vector<std::uint32_t>{1, 1, 1'000'000}, 2);
    EXPECT_THAT(became(palette), ElementsAre(black, ruby, ruby));
    EXPECT_EQ(palette.entries[1].pixels, 5u);
}

TEST(JoinedByError, PinsKeepTheirColour) {
    const Palette found = unchanged({red, ruby, white}, {{red}, {ruby}});
    const std::vector<std::uint32_t> pixels{1, 2, 3};
    const Palette palette = joined(found, pixels, 1);
    EXPECT_EQ(palette.entries.size(), 2u);
    EXPECT_EQ(became(palette)[0], red);
    EXPECT_EQ(became(palette)[1], ruby);
    EXPECT_THAT(palette.notes, ElementsAre("the 2 pinned colours are all kept"));
    EXPECT_EQ(joined(found, pixels, 4).entries, found.entries);
    EXPECT_EQ(joined(found, pixels, 3).entries, found.entries);
}

TEST(Settled, ColoursTakeTheNearestRemainingEntry) {
    const ColorSet colors = color_set({black, grey, red, ruby, white});
    const ColorTree tree(colors);
    for (const std::uint32_t steps : {0u, 1u, 8u}) {
        const Palette palette =
            settle(joined(colors, 3), {colors, nullptr, tree, colors.counts()}, Assign::nearest, steps, {});
        std::uint64_t pixels = 0;
        for (const PaletteEntry& entry : palette.entries) pixels += entry.pixels;
        EXPECT_EQ(pixels, colors.pixels());
        for (std::size_t i = 0; i < colors.size(); ++i) {
            const auto distance = [&](const PaletteEntry& entry) {
                return squared_distance(color_point(entry.color, entry.position),
                                        color_point(colors.colors()[i], colors.positions()[i]));
            };
            EXPECT_EQ(distance(palette.entries[palette.entry_of[i]]),
                      distance(std::ranges::min(palette.entries, {}, distance)));
        }
    }
}

TEST(Settled, BasinsKeepTheirColours) {
    const ColorSet colors = color_set({black, grey, red, ruby, white});
    const ColorTree tree(colors);
    const Palette before = joined(colors, 2);
    const Palette after = settle(before, {colors, nullptr, tree, colors.counts()}, Assign::basin, 1, {});
    ASSERT_EQ(after.entries.size(), before.entries.size());
    for (std::size_t i = 0; i < colors.size(); ++i)
        for (std::size_t j = 0; j < colors.size(); ++j)
            EXPECT_EQ(before.entry_of[i] == before.entry_of[j], after.entry_of[i] == after.entry_of[j]);
}

TEST(Settled, PinsKeepTheirColours) {
    const ColorSet colors = color_set({black, grey, red, ruby, white});
    const std::vector<Pin> pins{{red, 0.5}};
    const PinnedColors pinned(colors, pins, 0.05, {});
    ASSERT_LT(pinned.unpinned().size(), colors.size());
    const ColorTree free(pinned.unpinned());
    const Reduction shifted =
        pinned.with_pins(colors, gather_modes(pinned.unpinned(), pinned.unpinned().positions()));
    const Palette palette = settle(start_steps(shifted, std::vector{red}),
                                   {colors, &pinned, free, colors.counts()}, Assign::nearest, 8, {});
    for (std::size_t i = 0; i < colors.size(); ++i) {
        const PaletteEntry& entry = palette.entries[palette.entry_of[i]];
        if (pinned.takes(i)) {
            EXPECT_EQ(entry.color, red);
            EXPECT_TRUE(entry.pinned);
        }
    }
}

TEST(MappedToAPalette, TakesTheFirstOfEquallyNearColours) {
    const std::vector<Rgb> palette{white, {190, 10, 10}, black, {190, 10, 10}};
    for (const Transfer transfer : {Transfer::srgb, Transfer::linear}) {
        const ColorSet colors = color_set({black, grey, red, ruby, white}, transfer);
        const PositionTable position(transfer);
        std::vector<Rgb> expected;
        for (const Rgb color : colors.colors())
            expected.push_back(*std::ranges::min_element(palette, {}, [&](Rgb entry) {
                return squared_distance(stretched(position(entry)), stretched(position(color)));
            }));
        EXPECT_EQ(became(map_entries(unchanged(colors), palette, {})), expected);
        EXPECT_EQ(became(map_colors(colors, palette, {}, {})), expected);
    }
}

TEST(Edits, JoinAndRecolourTheEntriesOfSourceColours) {
    const ColorSet colors = color_set({black, grey, red, ruby, white});
    const auto edited = [&](const std::vector<Edit>& joins, const std::vector<Edit>& recolors) {
        return became(edit(unchanged(colors), colors.index(), joins, recolors));
    };
    EXPECT_THAT(edited({{red, ruby}}, {}), ElementsAre(black, grey, ruby, ruby, white));
    EXPECT_THAT(edited({}, {{red, white}}), ElementsAre(black, grey, white, ruby, white));
    // Two edits swap colours, as each names what the other's source became before.
    EXPECT_THAT(edited({}, {{black, white}, {white, black}}), ElementsAre(white, grey, red, ruby, black));
    // Colours that have joined another follow it, and recolouring applies to all that joined.
    EXPECT_THAT(edited({{red, ruby}, {ruby, white}}, {}), ElementsAre(black, grey, white, white, white));
    EXPECT_THAT(edited({{red, ruby}}, {{red, grey}}), ElementsAre(black, grey, grey, grey, white));
    // Of several edits of one colour the last counts.
    EXPECT_THAT(edited({}, {{red, grey}, {red, black}}), ElementsAre(black, grey, black, ruby, white));
    EXPECT_THAT(edited({{red, ruby}, {ruby, red}}, {}), ElementsAre(black, grey, ruby, ruby, white));
}

TEST(Edits, AddANoteForColoursThatThePictureLacks) {
    const ColorSet colors = color_set({black, white});
    const Palette edited =
        edit(unchanged(colors), colors.index(), std::vector<Edit>{{black, red}, {red, white}},
             std::vector<Edit>{{red, black}});
    EXPECT_THAT(became(edited), ElementsAre(black, white));
    EXPECT_EQ(edited.notes.size(), 3u);
    const std::vector<Edit> possible{{black, white}};
    EXPECT_THAT(edit(unchanged(colors), colors.index(), possible, {}).notes, IsEmpty());
}

TEST(VeryManyEntries, StartAndSettleWithAsManyPins) {
    const std::vector<Rgb> all = very_many_colors();
    const ColorSet colors(all, std::vector<std::uint32_t>(all.size(), 1), Transfer::srgb);
    std::vector<Pin> pins;
    for (const Rgb color : all)
        if (color != red) pins.push_back({color});
    const Palette found = unchanged(colors, pins);
    const ColorTree tree(colors);
    const Palette settled = settle(found, {colors, nullptr, tree, colors.counts()}, Assign::basin, 1, {});
    EXPECT_EQ(settled.entries, found.entries);
    const auto is_free = [](const PaletteEntry& entry) { return !entry.pinned; };
    ASSERT_EQ(std::ranges::count_if(settled.entries, is_free), 1);
    EXPECT_EQ(std::ranges::find_if(settled.entries, is_free)->color, red);
}

TEST(VeryManyEntries, JoinOneAfterTheOther) {
    const std::vector<Rgb> all = very_many_colors();
    const ColorSet colors(all, std::vector<std::uint32_t>(all.size(), 1), Transfer::srgb);
    std::vector<Edit> joins;
    for (std::size_t i = 1; i < all.size(); ++i) joins.push_back({all[i - 1], all[i]});
    const Palette joined = edit(unchanged(colors), colors.index(), joins, {});
    ASSERT_EQ(joined.entries.size(), 1u);
    EXPECT_EQ(joined.entries[0].color, all.back());
    EXPECT_EQ(joined.entries[0].pixels, all.size());
}

TEST(PaletteSteps, ReportTheirShares) {
    const ColorSet colors = color_set({black, grey, red, ruby, white});
    const std::vector<Rgb> given{black, red};
    Progress mapping_entries, mapping_colors, pinning;
    map_entries(unchanged(colors), given, mapping_entries);
    map_colors(colors, given, {}, mapping_colors);
    PinnedColors(colors, std::vector<Pin>{{red}}, 0.1, pinning);
    for (const Progress* const progress : {&mapping_entries, &mapping_colors, &pinning})
        EXPECT_EQ(progress->share(), 1);
}

TEST(PaletteSteps, EndWhenCancelled) {
    const ColorSet colors = color_set({black, grey, red, ruby, white});
    const Palette found = unchanged(colors);
    const std::vector<Rgb> given{black, red};
    Progress cancelled;
    cancelled.cancel();
    expect_error([&] { join_small(found, 20, cancelled); }, ErrorKind::cancelled);
    expect_error([&] { join_by_distance(found, 2, Weighting::palette, cancelled); }, ErrorKind::cancelled);
    expect_error([&] { order_joins(found, colors.counts(), rgb_codes, cancelled); }, ErrorKind::cancelled);
    expect_error([&] { map_entries(found, given, cancelled); }, ErrorKind::cancelled);
    expect_error([&] { map_colors(colors, given, {}, cancelled); }, ErrorKind::cancelled);
    expect_error([&] { snap(found, colors, cancelled); }, ErrorKind::cancelled);
    expect_error([&] { ignore_soft_edges(found, {4, 4, 4, 4, 4}, cancelled); }, ErrorKind::cancelled);
    expect_error([&] { gather_modes(colors, colors.positions(), cancelled); }, ErrorKind::cancelled);
    expect_error([&] { PinnedColors(colors, std::vector<Pin>{{red}}, 0.1, cancelled); },
                 ErrorKind::cancelled);
    const Reduction modes = gather_modes(colors, colors.positions());
    expect_error([&] { start_steps(modes, {}, cancelled); }, ErrorKind::cancelled);
    expect_error([&] { own_palette(colors, cancelled); }, ErrorKind::cancelled);
    expect_error(
        [&] { join_by_error(found, order_joins(found, colors.counts(), rgb_codes, {}), 2, cancelled); },
        ErrorKind::cancelled);
    expect_error(
        [&] {
            edit(found, colors.index(), std::vector<Edit>{{red, black}}, {}, cancelled);
        },
        ErrorKind::cancelled);
    const ColorTree tree(colors);
    expect_error([&] { ColorTree(colors, cancelled); }, ErrorKind::cancelled);
    const Palette two = join_by_error(found, order_joins(found, colors.counts(), rgb_codes, {}), 2);
    for (const Assign assign : {Assign::basin, Assign::nearest})
        expect_error(
            [&] {
                settle(two, {colors, nullptr, tree, colors.counts()}, assign, 1, cancelled);
            },
            ErrorKind::cancelled);
    const std::vector<Height> heights(colors.size(), 1);
    expect_error([&] { merge_and_assign(modes, colors, heights, {.merge = 0.1}, cancelled); },
                 ErrorKind::cancelled);
    const PinnedColors pinned(colors, std::vector<Pin>{{red}}, 0.01, {});
    expect_error([&] { pinned.with_pins(colors, modes, cancelled); }, ErrorKind::cancelled);
}

}
}
