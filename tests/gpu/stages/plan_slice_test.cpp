// Tests the loop's planning, which runs on the device, compiled as C++.
#include "shaders/include/plan_next_slice.h"

#include "gpu/engine/loop.h"

#include <gtest/gtest.h>

namespace huedrift::gpu {
namespace {

constexpr std::uint32_t no_limit = UINT32_MAX;

constexpr SlicePlan plan{.busy_subgroups = 100,
                         .width = 32,
                         .team_max = 4,
                         .long_round_max = 50,
                         .long_round_steps = 8,
                         .sort_min = 10'000,
                         .blocks = 64,
                         .trajectories = 20'000};

std::uint64_t threads(const Groups& groups, std::uint32_t workgroup) {
    EXPECT_LE(groups.x, 65'535u);
    EXPECT_LE(groups.y, 65'535u);
    EXPECT_EQ(groups.z, 1u);
    return std::uint64_t{groups.x} * groups.y * workgroup;
}

/// Allows at most one row of workgroups more than wanted.
void expect_covers(const Groups& groups, std::uint32_t workgroup, std::uint64_t wanted) {
    EXPECT_GE(threads(groups, workgroup), wanted);
    EXPECT_LT(threads(groups, workgroup), wanted + std::uint64_t{workgroup} * std::max(groups.y, 1u));
}

/// Workgroups that move trajectories.
std::uint64_t steppers(const LoopState& state) {
    return threads(state.packet_groups, 1) + threads(state.lone_groups, 1) + threads(state.team_groups, 1);
}

/// The state after seed_frontier, then opened with a budget like plan_slice.comp.
LoopState opened(std::uint32_t count, std::uint32_t budget, std::uint32_t rounds = no_limit) {
    LoopState state{};
    state.counts[0] = count;
    state.steps = 1;
    state.rounds_left = rounds;
    state.budget = budget;
    return plan_next_slice(state, plan);
}

/// The state after compact_frontier, with `survivors` of the slice's trajectories left.
LoopState worked_off(LoopState state, std::uint32_t survivors, const SlicePlan& next = plan) {
    state.counts[1 - state.side] += survivors;
    state.steps_made = state.slice * state.steps;
    return plan_next_slice(state, next);
}

TEST(PlanNextSlice, ResolvesAnEmptyFrontier) {
    const LoopState state = worked_off(opened(10, 1'000), 0);
    EXPECT_EQ(state.slice, 0u);
    EXPECT_EQ(steppers(state), 0u);
    EXPECT_EQ(threads(state.compact_groups, 1) + threads(state.sort_groups, 1), 0u);
    expect_covers(state.resolve_groups, RESOLVE_MODES_WORKGROUP, plan.trajectories);
}

TEST(PlanNextSlice, GivesTheLastTrajectoriesATeamEach) {
    const LoopState state = opened(4, 1'000);
    EXPECT_EQ(state.slice, 4u);
    EXPECT_EQ(state.queries, 1u);
    EXPECT_EQ(threads(state.team_groups, 1), 4u);
    EXPECT_EQ(steppers(state), 4u);
}

TEST(PlanNextSlice, GivesFewTrajectoriesASubgroupEach) {
    const LoopState state = opened(5, 1'000);
    EXPECT_EQ(state.slice, 5u);
    EXPECT_EQ(state.queries, 1u);
    EXPECT_EQ(threads(state.lone_groups, 1), 5u);
    EXPECT_EQ(steppers(state), 5u);
    EXPECT_EQ(threads(state.resolve_groups, 1), 0u);
    expect_covers(state.compact_groups, COMPACT_FRONTIER_WORKGROUP, 5);
}

// The seeded frontier makes one step, since its states are the points; later frontiers make several.
TEST(PlanNextSlice, TakesSeveralStepsForFewTrajectories) {
    LoopState state = opened(50, 1'000);
    EXPECT_EQ(state.steps, 1u);
    state = worked_off(state, 40);
    EXPECT_EQ(state.steps, 8u);
    EXPECT_EQ(state.slice, 40u);
    EXPECT_EQ(state.round, 1u);
    EXPECT_EQ(state.budget, 1'000u - 50 - 8 * 40);
    state = worked_off(state, 40);
    EXPECT_EQ(state.round, 9u);
    EXPECT_EQ(state.evaluations_low, 50u + 8 * 40);
}

TEST(PlanNextSlice, PacksManyTrajectoriesUpToASubgroup) {
    LoopState state = opened(500, 100'000);
    EXPECT_EQ(state.queries, 5u);
    expect_covers(state.packet_groups, 5, 500);
    EXPECT_EQ(threads(state.lone_groups, 1) + threads(state.team_groups, 1), 0u);
    state = opened(20'000, 100'000);
    EXPECT_EQ(state.queries, 32u);
    expect_covers(state.packet_groups, 32, 20'000);
}

TEST(PlanNextSlice, SortsAFrontierThatIsLargeEnough) {
    LoopState state = opened(20'000, 1u << 30);
    EXPECT_EQ(threads(state.sort_groups, 1), 0u) << "the seeded frontier is in order";
    for (std::uint32_t round = 1; round <= 9; ++round) {
        state = worked_off(state, 20'000);
        EXPECT_EQ(state.round, round);
        expect_covers(state.sort_groups, SORT_FRONTIER_WORKGROUP, 20'000);
        EXPECT_EQ(threads(state.place_groups, 1), std::uint64_t{plan.blocks});
    }
    state = worked_off(opened(9'999, 1u << 30), 9'999);
    EXPECT_EQ(threads(state.sort_groups, 1), 0u);
}

TEST(PlanNextSlice, AsksForASortOnlyWhereOneIsRecorded) {
    LoopState state = opened(20'000, 1u << 30);
    for (std::uint32_t slice = 1; slice < 32; ++slice) {
        state = worked_off(state, 20'000, plan_of_slice(plan, slice));
        EXPECT_EQ(threads(state.sort_groups, 1) != 0, may_sort(slice)) << slice;
        EXPECT_EQ(threads(state.place_groups, 1) != 0, may_sort(slice)) << slice;
    }
    EXPECT_TRUE(may_sort(0) && may_sort(1) && may_sort(3) && may_sort(7) && !may_sort(2) && !may_sort(8));
}

TEST(PlanNextSlice, CutsTheFrontierByTheBudget) {
    LoopState state = opened(500, 120);
    EXPECT_EQ(state.slice, 120u);
    EXPECT_EQ(state.budget, 0u);
    state = worked_off(state, 100);
    EXPECT_EQ(state.slice, 0u);
    EXPECT_EQ(state.begin, 120u);
    EXPECT_EQ(state.round, 0u) << "the frontier is not done";
    EXPECT_EQ(threads(state.resolve_groups, 1), 0u);
    state.budget = 1'000;
    state = plan_next_slice(state, plan);
    EXPECT_EQ(state.slice, 380u);
    state = worked_off(state, 300);
    EXPECT_EQ(state.counts[state.side], 400u);
    EXPECT_EQ(state.round, 1u);
}

TEST(PlanNextSlice, DispatchesNothingBelowTheBudgetOfOneTrajectory) {
    LoopState state = worked_off(opened(50, 57), 40);
    ASSERT_EQ(state.steps, 8u);
    EXPECT_EQ(state.budget, 7u);
    EXPECT_EQ(state.slice, 0u);
    EXPECT_EQ(steppers(state) + threads(state.compact_groups, 1), 0u);
    EXPECT_EQ(threads(state.resolve_groups, 1), 0u);
    state.budget = 8;
    state = plan_next_slice(state, plan);
    EXPECT_EQ(state.slice, 1u);
    EXPECT_EQ(state.evaluations_low, 50u) << "an empty slice made none";
}

TEST(PlanNextSlice, StopsAtTheIterationLimit) {
    LoopState state = opened(40, 1'000, 4);
    state = worked_off(state, 40);
    EXPECT_EQ(state.steps, 3u) << "of eight, as many as are left";
    state = worked_off(state, 40);
    EXPECT_EQ(state.rounds_left, 0u);
    EXPECT_EQ(state.slice, 0u);
    expect_covers(state.resolve_groups, RESOLVE_MODES_WORKGROUP, plan.trajectories);
    EXPECT_EQ(opened(40, 1'000, 0).slice, 0u);
}

TEST(PlanNextSlice, CountsEvaluationsBeyond32Bits) {
    LoopState state = opened(500, 1'000);
    state.evaluations_low = UINT32_MAX - 499;
    state = worked_off(state, 1);
    EXPECT_EQ(state.evaluations_low, 0u);
    EXPECT_EQ(state.evaluations_high, 1u);
}

TEST(PlanNextSlice, SpreadsMoreWorkgroupsThanFitARow) {
    SlicePlan all = plan;
    all.trajectories = 1u << 24;
    all.busy_subgroups = 1u << 24;
    LoopState state{};
    state.counts[0] = 1u << 24;
    state.steps = 1;
    state.rounds_left = no_limit;
    state.budget = 1u << 30;
    state = plan_next_slice(state, all);
    EXPECT_EQ(state.slice, 1u << 24);
    expect_covers(state.lone_groups, 1, 1u << 24);
    expect_covers(state.compact_groups, COMPACT_FRONTIER_WORKGROUP, 1u << 24);
    for (const std::uint32_t groups : {65'534u, 65'535u, 65'536u, 131'070u, 131'071u})
        expect_covers(groups_for(groups, 1), 1, groups);
}

}
}
