#include "gpu/stages/frontier.h"

#include "reduction/random_image.h"
#include "vulkan/device_fixture.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <random>

namespace huedrift::gpu {
namespace {

using SortFrontierTest = vulkan::DeviceTest;
using Cell = std::array<int, 3>;

constexpr int side = 1 << 20;

/// A frontier of all points, shuffled, then sorted `times` times.
struct Sorted {
    LoopState state;
    std::vector<std::uint32_t> trajectories;
    std::vector<Cell> cells; ///< of each trajectory, a little coarser than a bucket
};

Sorted sort_points(vulkan::Device& device, std::uint32_t count, int times) {
    const ColorSet set = random_points(count, {side, side, side});
    const Analysis analysis = analyse(device, AnalysisStages(device), set, device.facts().subgroup_size);
    Trajectories trajectories(device, count, {64, 64}, 1 << 18);
    const CompactFrontier compact_frontier(device);
    const SortFrontier sort_frontier(device);
    std::vector<std::uint32_t> order(count);
    for (std::uint32_t i = 0; i < count; ++i) order[i] = i;
    std::shuffle(order.begin(), order.end(), std::mt19937(1));

    const SlicePlan plan{.busy_subgroups = 1,
                         .width = analysis.tree.shape.width,
                         .team_max = 0,
                         .long_round_max = 0,
                         .long_round_steps = 1,
                         .sort_min = 1,
                         .blocks = (1 << 18) / SORT_FRONTIER_BLOCK,
                         .trajectories = count};
    for (int time = 0; time < times; ++time) {
        vulkan::Recorder recorder(device);
        compact_frontier.record_seed(recorder, analysis.points, trajectories, {});
        if (time == 0) sort_frontier.record_clear(recorder, trajectories);
        recorder.run();
        upload(device, {trajectories.frontier, 0, 4 * std::uint64_t{count}}, std::as_bytes(std::span(order)));
        const std::uint32_t later = 1;
        upload(device, {trajectories.loop, offsetof(LoopState, round), 4},
               std::as_bytes(std::span(&later, 1)));
        vulkan::Recorder sort(device);
        compact_frontier.record_plan(sort, trajectories, plan, 1u << 30);
        sort_frontier.record(sort, analysis, trajectories);
        sort.run();
    }

    Sorted sorted;
    sorted.state = values_of<LoopState>(device, trajectories.loop, 1).front();
    const auto both = values_of<std::uint32_t>(device, trajectories.frontier, 2 * std::size_t{count});
    sorted.trajectories.assign(both.begin() + sorted.state.side * count,
                               both.begin() + (sorted.state.side + 1) * count);
    const auto l = values_of<std::int32_t>(device, trajectories.l, count),
               a = values_of<std::int32_t>(device, trajectories.a, count),
               b = values_of<std::int32_t>(device, trajectories.b, count);
    for (std::uint32_t i = 0; i < count; ++i) {
        const auto cell = [](std::int32_t x) { return (x + side) / (side >> 3); };
        sorted.cells.push_back({cell(l[i]), cell(a[i]), cell(b[i])});
    }
    return sorted;
}

TEST_F(SortFrontierTest, KeepsEveryTrajectoryAndSwapsTheFrontiers) {
    for (const std::uint32_t count : awkward_counts(device(), SORT_FRONTIER_WORKGROUP)) {
        Sorted sorted = sort_points(device(), count, 1);
        EXPECT_EQ(sorted.state.side, 1u);
        EXPECT_EQ(sorted.state.counts[1], count);
        EXPECT_EQ(sorted.state.counts[0], 0u);
        EXPECT_EQ(sorted.state.slice, count);
        std::sort(sorted.trajectories.begin(), sorted.trajectories.end());
        for (std::uint32_t i = 0; i < count; ++i) ASSERT_EQ(sorted.trajectories[i], i) << "of " << count;
    }
}

// In a random order nearly every one of 20,000 points lies in another of 8^3 cells than the point before.
// Along the gilbert curve a cell consists of a few stretches, as its cuts are elsewhere.
TEST_F(SortFrontierTest, BringsNeighboursTogetherRepeatedly) {
    for (const int times : {1, 3}) {
        const Sorted sorted = sort_points(device(), 20'000, times);
        std::size_t changes = 0;
        for (std::size_t i = 1; i < sorted.trajectories.size(); ++i)
            changes += sorted.cells[sorted.trajectories[i]] != sorted.cells[sorted.trajectories[i - 1]];
        EXPECT_LT(changes, 7'000u);
    }
}

}
}
