// Plans the next slice of the frontier. Compiled as GLSL for the loop and as C++ for its tests.
#ifndef HUEDRIFT_SHADERS_PLAN_NEXT_SLICE_H
#define HUEDRIFT_SHADERS_PLAN_NEXT_SLICE_H
#include "../stages/compact_frontier_params.h"
#include "../stages/resolve_modes_params.h"
#include "../stages/sort_frontier_params.h"

HUEDRIFT_FUNCTIONS_BEGIN

// Workgroups for this many threads: along x up to the limit of every device, then in rows along y.
HUEDRIFT_FUNCTION Groups groups_for(uint32_t threads, uint32_t workgroup) {
    const uint32_t groups = (threads + workgroup - 1) / workgroup, rows = (groups + 65534) / 65535;
    Groups result;
    result.x = rows == 0 ? 0 : (groups + rows - 1) / rows;
    result.y = rows;
    result.z = 1;
    return result;
}

// Ends the slice, and the round once the whole frontier is done.
HUEDRIFT_FUNCTION LoopState end_slice(LoopState s, SlicePlan plan) {
    const uint32_t evaluations = s.steps == 1 ? s.slice : s.steps_made;
    s.evaluations_low += evaluations;
    if (s.evaluations_low < evaluations) ++s.evaluations_high;
    s.begin += s.slice;
    if (s.begin != s.counts[s.side]) return s;
    if (s.begin != 0) {
        s.round += s.steps;
        s.rounds_left -= s.steps;
    }
    s.counts[s.side] = 0;
    s.side = 1 - s.side;
    s.begin = 0;
    s.steps = 1;
    if (s.counts[s.side] <= plan.long_round_max)
        s.steps = plan.long_round_steps < s.rounds_left ? plan.long_round_steps : s.rounds_left;
    return s;
}

// The number of trajectories that each subgroup moves: up to one per thread, as long as the device stays
// busy.
HUEDRIFT_FUNCTION uint32_t queries_for(LoopState s, SlicePlan plan) {
    const uint32_t queries = s.slice / plan.busy_subgroups;
    if (s.steps != 1 || queries < 1) return 1;
    return queries < plan.width ? queries : plan.width;
}

// Ends the current slice and returns the next one with the arguments of its dispatches; after the last slice,
// those of resolve_modes. Without a budget the slice is empty and nothing is dispatched.
HUEDRIFT_FUNCTION LoopState plan_next_slice(LoopState s, SlicePlan plan) {
    s = end_slice(s, plan);
    const uint32_t left = s.rounds_left == 0 ? 0 : s.counts[s.side] - s.begin;
    const uint32_t affordable = s.steps == 0 ? s.budget : s.budget / s.steps;
    s.slice = left < affordable ? left : affordable;
    s.budget -= s.slice * s.steps;
    s.queries = queries_for(s, plan);
    s.steps_made = 0;
    s.done = 0;
    ++s.step;
    s.packet_groups = groups_for(s.queries == 1 ? 0 : s.slice, s.queries);
    const bool by_team = s.queries == 1 && s.slice <= plan.team_max;
    s.lone_groups = groups_for(s.queries == 1 && !by_team ? s.slice : 0, 1);
    s.team_groups = groups_for(by_team ? s.slice : 0, 1);
    s.compact_groups = groups_for(s.slice, COMPACT_FRONTIER_WORKGROUP);
    // The seeded frontier is in order. A later one is sorted if it begins with this slice and the host has
    // recorded a sort before it: before the first, second, fourth, eighth ... of a submission
    // (gpu/engine/loop.h).
    const bool sorts = s.round != 0 && s.begin == 0 && left >= plan.sort_min && s.slice != 0;
    s.sort_groups = groups_for(sorts ? left : 0, SORT_FRONTIER_WORKGROUP);
    s.place_groups = groups_for(sorts ? plan.blocks : 0, 1);
    s.resolve_groups = groups_for(left == 0 ? plan.trajectories : 0, RESOLVE_MODES_WORKGROUP);
    return s;
}

HUEDRIFT_FUNCTIONS_END
#endif
