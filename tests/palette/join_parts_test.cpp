#include "palette/join_parts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <set>

namespace huedrift {
namespace {

using Box = std::array<std::int32_t, 3>;

/// The box of a position after so many halvings of a cube that holds all: along l, a and b in turn.
Box box_of(const Position& p, int halvings) {
    constexpr int largest = 26;
    const auto divided = [&](std::int64_t coordinate, int axis) {
        const std::int64_t side = std::int64_t{1} << (largest - (halvings + 2 - axis) / 3);
        const std::int64_t quotient = coordinate / side;
        return static_cast<std::int32_t>(quotient - (coordinate % side < 0 ? 1 : 0));
    };
    return {divided(p.l, 0), divided(p.a, 1), divided(p.b, 2)};
}

std::size_t count_boxes(std::span<const PaletteEntry> entries, int halvings) {
    std::set<Box> boxes;
    for (const PaletteEntry& entry : entries)
        if (!entry.pinned) boxes.insert(box_of(entry.position, halvings));
    return boxes.size();
}

/// The parts by the definition.
JoinParts expected_parts(std::span<const PaletteEntry> entries, std::size_t max_cells) {
    const auto pinned = std::ranges::count(entries, true, &PaletteEntry::pinned);
    if (entries.size() - std::size_t(pinned) <= max_cells) return single_parts(entries);
    int halvings = 3 * 26;
    while (count_boxes(entries, halvings) > max_cells) --halvings;
    JoinParts expected;
    std::map<Box, std::uint32_t> known;
    for (const PaletteEntry& entry : entries) {
        auto part = static_cast<std::uint32_t>(expected.parts.size());
        if (!entry.pinned) part = known.emplace(box_of(entry.position, halvings), part).first->second;
        if (part == expected.parts.size()) expected.parts.emplace_back();
        expected.parts[part].sum.add(color_point(entry.color, entry.position), std::int64_t(entry.pixels));
        expected.parts[part].pinned = entry.pinned;
        expected.part_of.push_back(part);
    }
    return expected;
}

void expect_same_parts(const JoinParts& found, const JoinParts& expected) {
    EXPECT_EQ(found.part_of, expected.part_of);
    ASSERT_EQ(found.parts.size(), expected.parts.size());
    for (std::size_t i = 0; i < found.parts.size(); ++i) {
        EXPECT_EQ(found.parts[i].sum.weight(), expected.parts[i].sum.weight());
        EXPECT_EQ(found.parts[i].sum.positions.moment, expected.parts[i].sum.positions.moment);
        EXPECT_EQ(found.parts[i].sum.codes, expected.parts[i].sum.codes);
        EXPECT_EQ(found.parts[i].pinned, expected.parts[i].pinned);
    }
}

PaletteEntry at(const Position& position, std::uint64_t pixels) {
    return {.color = {}, .position = position, .pixels = pixels};
}

std::vector<PaletteEntry> entries_within(std::size_t size, std::int32_t reach, unsigned one_pinned_of) {
    std::mt19937 random(static_cast<unsigned>(size));
    std::vector<PaletteEntry> entries(size);
    for (PaletteEntry& entry : entries) {
        const auto within = [&] {
            return static_cast<std::int32_t>(random() % (2u * unsigned(reach) + 1)) - reach;
        };
        entry = at({within(), within(), within()}, 1 + random() % 1000);
        entry.color = Rgb::from_code(std::uint32_t(random()) & 0xffffff);
        entry.pinned = one_pinned_of != 0 && random() % one_pinned_of == 0;
    }
    return entries;
}

TEST(JoinParts, CellsAreTheSmallestBoxesThatAreFewEnough) {
    for (const std::size_t size : {0u, 1u, 2u, 17u, 500u})
        for (const std::int32_t reach : {0, 1, 3, 1000, 1 << 23, 1 << 24})
            for (const unsigned one_pinned_of : {0u, 1u, 5u})
                for (const std::size_t max_cells : {8u, 9u, 64u, 499u, 500u, 1u << 15}) {
                    SCOPED_TRACE(testing::Message()
                                 << size << " " << reach << " " << one_pinned_of << " " << max_cells);
                    const std::vector<PaletteEntry> entries = entries_within(size, reach, one_pinned_of);
                    expect_same_parts(cell_parts(entries, max_cells), expected_parts(entries, max_cells));
                    if (HasFailure()) return;
                }
}

TEST(JoinParts, OneEntryMoreThanFitsJoinsPairs) {
    std::vector<PaletteEntry> entries;
    for (std::int32_t i = 0; i < 1 << 14; ++i) entries.push_back(at({i, 0, 0}, 1));
    EXPECT_EQ(cell_parts(entries).parts.size(), std::size_t{1} << 14);
    entries.push_back(at({1 << 14, 0, 0}, 1));
    EXPECT_EQ(cell_parts(entries).parts.size(), (std::size_t{1} << 13) + 1);
    entries.back().pinned = true;
    EXPECT_EQ(cell_parts(entries).parts.size(), (std::size_t{1} << 14) + 1) << "pins do not count";
}

TEST(JoinParts, HalvesAlongLThenAThenB) {
    std::vector<PaletteEntry> entries;
    for (std::int32_t i = 0; i < 8; ++i) entries.push_back(at({i >> 2, i >> 1 & 1, i & 1}, 1));
    EXPECT_EQ(cell_parts(entries, 7).part_of, (std::vector<std::uint32_t>{0, 0, 1, 1, 2, 2, 3, 3}));
    EXPECT_EQ(cell_parts(entries, 3).part_of, (std::vector<std::uint32_t>{0, 0, 0, 0, 1, 1, 1, 1}));
    EXPECT_EQ(cell_parts(entries, 1).part_of, (std::vector<std::uint32_t>(8, 0)));
}

TEST(JoinParts, BoxesBeginAtMultiplesOfTheirSidesOnBothSidesOfZero) {
    const std::vector<PaletteEntry> entries{at({1 << 24, (1 << 23) - 1, 1 << 23}, 3),
                                            at({1 << 24, 1 << 23, 1 << 23}, 1),
                                            at({0, -(1 << 23), -1}, 2),
                                            at({0, -(1 << 23) + 1, -1}, 5),
                                            at({0, -1, 0}, 1),
                                            at({0, 0, 0}, 1)};
    EXPECT_EQ(cell_parts(entries, 5).part_of, (std::vector<std::uint32_t>{0, 1, 2, 2, 3, 4}));
    expect_same_parts(cell_parts(entries, 4), expected_parts(entries, 4));
}

TEST(JoinParts, ManyEntriesOfOnePositionAreOneCell) {
    const std::vector<PaletteEntry> entries(100, at({5, -6, 7}, 2));
    const JoinParts cells = cell_parts(entries, 8);
    ASSERT_EQ(cells.parts.size(), 1u);
    EXPECT_EQ(cells.parts.front().whole().point.position, (Position{5, -6, 7}));
    EXPECT_EQ(cells.parts.front().whole().weight, 200u);
}

}
}
