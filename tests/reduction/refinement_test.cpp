#include "reduction/refinement.h"

#include "reduction/follower.h"

#include <gtest/gtest.h>

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

}
}
