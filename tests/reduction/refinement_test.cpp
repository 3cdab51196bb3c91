#include "reduction/refinement.h"

#include "expect_error.h"
#include "reduction/engine.h"
#include "reduction/settled_cells.h"

#include <gtest/gtest.h>
#include <set>
#include <vector>

namespace huedrift {

namespace {

/// Of two basins, with the border at a = 0.
class TwoBasins final : public Follower {
public:
    Ends follow(const ColorSet&, std::span<const Position> starts, const Options&, const Route& route,
                Progress&) override {
        (route.rounded ? levels : single_passes) += 1;
        Ends ends = ends_at(starts);
        for (Position& state : ends.states) state = {1 << 23, state.a < 0 ? -far : far, 0};
        return ends;
    }
    std::vector<Height> heights(const ColorSet&, std::span<const Position> positions, const Options&,
                                Progress&) override {
        return std::vector<Height>(positions.size(), 1);
    }

    static constexpr std::int32_t far = 1 << 22;
    int levels = 0, single_passes = 0;
};

/// Evenly from a = -2^20 to 2^20, so that four cells lie along them on each level.
ColorSet line_of(int count) {
    std::vector<Position> points;
    for (int i = 0; i < count; ++i)
        points.push_back(
            {(1 << 23) + 1, static_cast<std::int32_t>((std::int64_t{i} << 21) / count) - (1 << 20), 1});
    return ColorSet::from_points(std::move(points), std::vector<std::uint32_t>(std::size_t(count), 1));
}

/// The levels of cells that are followed; 0: every colour is to be followed.
int levels_of(int colors) {
    const Options options{.radius = 0.1};
    const ColorSet set = line_of(colors);
    TwoBasins basins;
    Progress progress;
    const Reduction reduction = reduction_by(basins, set, MortonOrder(set), options, progress);
    EXPECT_EQ(reduction.entries.size(), 2u);
    EXPECT_EQ(basins.single_passes, 1);
    return basins.levels;
}

// Half of the open colours remain open on each level.
TEST(Refinement, DividesCellsWhileTheyHoldEightOpenColors) {
    EXPECT_EQ(levels_of(31), 0);
    EXPECT_EQ(levels_of(32), 2) << "the second level needs no eight colours a cell";
    EXPECT_EQ(levels_of(120), 2);
    EXPECT_EQ(levels_of(128), 3);
    EXPECT_EQ(levels_of(248), 3);
    EXPECT_EQ(levels_of(256), 4);
    EXPECT_EQ(levels_of(1000), 4);
}

TEST(MortonOrder, CanBeCancelled) {
    Progress progress;
    progress.cancel();
    const ColorSet colors = line_of(100);
    expect_error([&] { MortonOrder(colors, progress); }, ErrorKind::cancelled);
}

}

namespace {

TEST(Cube, ContainsItsMiddle) {
    for (const int bits : {Cube::min_bits, 10, 18, Cube::max_bits}) {
        for (const Position& p :
             {Position{0, 0, 0}, Position{units_per_one, -units_per_one / 2, units_per_one / 2},
              Position{12'345'678, -1, 7'654'321}}) {
            const Cube cube = Cube::at(p, bits);
            EXPECT_EQ(Cube::at(cube.middle(), bits).key(), cube.key());
            const Position middle = cube.middle();
            EXPECT_LE(std::abs(middle.l - p.l), 1 << (bits - 1));
            EXPECT_LE(std::abs(middle.a - p.a), 1 << (bits - 1));
            EXPECT_LE(std::abs(middle.b - p.b), 1 << (bits - 1));
            EXPECT_EQ(cube.within(Cube::max_bits).key(), Cube::at(p, Cube::max_bits).key());
        }
    }
}

TEST(Cube, HasAUniqueKey) {
    std::set<std::uint64_t> keys;
    std::size_t cubes = 0;
    for (int bits = Cube::min_bits; bits <= Cube::max_bits; ++bits) {
        const std::int32_t last = units_per_one >> bits;
        for (const std::int32_t l : {0, last})
            for (const std::int32_t a : {0, last})
                for (const std::int32_t b : {0, last, last + 1}) {
                    keys.insert(Cube{l, a, b, bits}.key());
                    ++cubes;
                }
    }
    EXPECT_EQ(keys.size(), cubes);
    EXPECT_FALSE(keys.contains(0));
}

TEST(CubeTable, FindsOnlyAddedCubes) {
    CubeTable table;
    EXPECT_EQ(table.find({1, 2, 3, 12}), CubeTable::none);
    for (std::int32_t i = 0; i < 5000;) { // by more and more
        std::vector<Cube> cubes;
        std::vector<std::uint32_t> entries;
        for (const std::int32_t end = std::min(5000, 1 + 3 * i); i < end; ++i) {
            cubes.push_back({i, 5000 - i, i / 7, 11});
            entries.push_back(static_cast<std::uint32_t>(i));
        }
        table.add(cubes, entries);
    }
    EXPECT_EQ(table.size(), 5000u);
    for (std::int32_t i = 0; i < 5000; ++i) {
        ASSERT_EQ(table.find({i, 5000 - i, i / 7, 11}), static_cast<std::uint32_t>(i));
        ASSERT_EQ(table.find({i, 5000 - i, i / 7, 12}), CubeTable::none);
        ASSERT_EQ(table.find({i, 5000 - i, i / 7 + 1, 11}), CubeTable::none);
    }
}

TEST(SettledCells, GiveTheEntriesOfPositionsInside) {
    SettledCells settled;
    EXPECT_TRUE(settled.empty());
    EXPECT_EQ(settled.entry_at({5, 5, 5}), SettledCells::none);
    const Position low{1 << 20, -(1 << 20), 0}, high{3 << 20, 0, 0};
    settled.add(std::vector<Cube>{Cube::at(low, 18)}, std::vector<std::uint32_t>{4});
    settled.add(std::vector<Cube>{}, std::vector<std::uint32_t>{});
    settled.add(std::vector<Cube>{Cube::at(high, 17)}, std::vector<std::uint32_t>{9});
    EXPECT_EQ(settled.levels().size(), 2u);
    EXPECT_EQ(settled.entry_at(low), 4u);
    EXPECT_EQ(settled.entry_at({low.l + (1 << 18) - 1, low.a, low.b}), 4u);
    EXPECT_EQ(settled.entry_at({low.l + (1 << 18), low.a, low.b}), SettledCells::none);
    EXPECT_EQ(settled.entry_at({high.l, high.a + (1 << 17) - 1, high.b}), 9u);
    EXPECT_EQ(settled.entry_at({high.l, high.a - 1, high.b}), SettledCells::none);
    EXPECT_EQ(settled.entry_around(Cube::at(low, 17)), 4u);
    EXPECT_EQ(settled.entry_around(Cube::at({low.l - 1, low.a, low.b}, 17)), SettledCells::none);
}

}

}
