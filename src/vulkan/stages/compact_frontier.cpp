#include "vulkan/stages/compact_frontier.h"

#include "shaders/stages/plan_slice_params.h"
#include "shaders/stages/seed_frontier_params.h"
#include "stage_shader_code.h"

#include <bit>
#include <cstddef>

namespace huedrift::gpu {

std::vector<PassDescription> CompactFrontier::descriptions() {
    return {{.name = "seed_frontier",
             .spirv = seed_frontier_spirv(),
             .buffers = 8,
             .push_constants = sizeof(SeedFrontierParams),
             .workgroup_x = SEED_FRONTIER_WORKGROUP},
            {.name = "plan_slice",
             .spirv = plan_slice_spirv(),
             .buffers = 1,
             .push_constants = sizeof(PlanSliceParams),
             .workgroup_x = 1},
            {.name = "compact_frontier",
             .spirv = compact_frontier_spirv(),
             .buffers = 7,
             .push_constants = sizeof(CompactFrontierParams),
             .workgroup_x = COMPACT_FRONTIER_WORKGROUP}};
}

CompactFrontier::CompactFrontier(const Device& device)
    : seed_(device, descriptions()[0]), plan_(device, descriptions()[1]),
      compact_(device, descriptions()[2]) {}

void CompactFrontier::record_seed(Recorder& recorder, const Points& points, const Runs& runs,
                                  std::optional<std::uint32_t> rounds) const {
    recorder.dispatch(seed_,
                      {points.l, points.a, points.b, runs.l, runs.a, runs.b, runs.parents, runs.frontier},
                      SeedFrontierParams{.count = runs.count}, runs.count);
    if (!rounds) recorder.fill(runs.table, 0);
    LoopState state{};
    state.counts[0] = runs.count;
    state.steps = 1;
    state.rounds_left = rounds.value_or(UINT32_MAX);
    recorder.update({runs.loop, 0, sizeof state}, std::as_bytes(std::span(&state, 1)));
    recorder.barrier();
}

void CompactFrontier::record_plan(Recorder& recorder, const Runs& runs, const SlicePlan& plan,
                                  std::uint32_t budget) const {
    recorder.dispatch(plan_, {runs.loop}, PlanSliceParams{.plan = plan, .budget = budget}, 1);
    recorder.barrier();
}

void CompactFrontier::record(Recorder& recorder, const Runs& runs, const SlicePlan& plan, bool merge) const {
    const CompactFrontierParams params{.plan = plan,
                                       .capacity = runs.count,
                                       .table_slots = merge ? runs.slots : 0,
                                       .owner_bits = static_cast<std::uint32_t>(std::bit_width(runs.count))};
    recorder.dispatch_indirect(compact_,
                               {runs.loop, runs.frontier, runs.l, runs.a, runs.b, runs.parents, runs.table},
                               params, runs.loop, offsetof(LoopState, compact_groups_x));
    recorder.barrier();
}

}
