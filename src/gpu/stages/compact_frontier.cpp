#include "gpu/stages/frontier.h"

#include "shaders/stages/plan_slice_params.h"
#include "shaders/stages/seed_frontier_params.h"
#include "stage_shader_code.h"

#include <bit>
#include <cstddef>
#include <utility>

namespace huedrift::gpu {

namespace {

vulkan::BufferRange used(const VisitedTables& visited) {
    return {visited.table, 0, visited.slots * std::uint64_t{sizeof(VisitedState)}};
}

}

CompactFrontier::CompactFrontier(const vulkan::Device& device)
    : seed_(device, seed_frontier_shader()), plan_(device, plan_slice_shader()),
      compact_(device, compact_frontier_shader()) {}

void CompactFrontier::record_seed(vulkan::Recorder& recorder, const Points& points,
                                  Trajectories& trajectories, std::optional<std::uint32_t> rounds) const {
    trajectories.visited.has_older = false;
    recorder.dispatch(seed_,
                      {points.l, points.a, points.b, trajectories.l, trajectories.a, trajectories.b,
                       trajectories.parents, trajectories.frontier},
                      SeedFrontierParams{.count = trajectories.count}, trajectories.count);
    if (!rounds) recorder.fill(used(trajectories.visited), 0);
    LoopState state{};
    state.counts[0] = trajectories.count;
    state.steps = 1;
    state.rounds_left = rounds.value_or(UINT32_MAX);
    recorder.update({trajectories.loop, 0, sizeof state}, std::as_bytes(std::span(&state, 1)));
    recorder.barrier();
}

void CompactFrontier::record_forget(vulkan::Recorder& recorder, Trajectories& trajectories) const {
    VisitedTables& visited = trajectories.visited;
    std::swap(visited.table, visited.older);
    visited.has_older = true;
    recorder.fill(used(visited), 0);
    constexpr std::uint32_t none = 0;
    recorder.update({trajectories.loop, offsetof(LoopState, inserted), sizeof none},
                    std::as_bytes(std::span(&none, 1)));
    recorder.barrier();
}

void CompactFrontier::record_plan(vulkan::Recorder& recorder, const Trajectories& trajectories,
                                  const SlicePlan& plan, std::uint32_t budget) const {
    recorder.dispatch(plan_, {trajectories.loop}, PlanSliceParams{.plan = plan, .budget = budget}, 1);
    recorder.barrier();
}

void CompactFrontier::record(vulkan::Recorder& recorder, const Trajectories& trajectories,
                             const SlicePlan& plan, bool merge) const {
    const VisitedTables& visited = trajectories.visited;
    const CompactFrontierParams params{.plan = plan,
                                       .capacity = trajectories.count,
                                       .table_slots = merge ? visited.slots : 0,
                                       .older_slots = visited.has_older ? visited.slots : 0,
                                       .owner_bits =
                                           static_cast<std::uint32_t>(std::bit_width(trajectories.count))};
    recorder.dispatch_indirect(compact_,
                               {trajectories.loop, trajectories.frontier, trajectories.l, trajectories.a,
                                trajectories.b, trajectories.parents, visited.table, visited.older},
                               params, trajectories.loop, offsetof(LoopState, compact_groups));
    recorder.barrier();
}

}
