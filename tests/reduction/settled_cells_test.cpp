#include "reduction/settled_cells.h"

#include <gtest/gtest.h>

#include <set>

namespace huedrift {
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
