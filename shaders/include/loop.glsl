// The loop's state and the choice of its next slice. LOOP_BINDING is defined before the include.
#ifndef HUEDRIFT_LOOP_GLSL
#define HUEDRIFT_LOOP_GLSL

#include "stages/compact_frontier_params.h"
#include "stages/resolve_modes_params.h"
#include "stages/sort_frontier_params.h"

layout(std430, binding = LOOP_BINDING) coherent buffer Loop { LoopState state; };

uvec3 rows_of(uint threads, uint workgroup) {
    const uint groups = (threads + workgroup - 1) / workgroup, rows = (groups + 65534) / 65535;
    return rows == 0 ? uvec3(0, 0, 1) : uvec3((groups + rows - 1) / rows, rows, 1);
}

// Ends the present slice and writes the next one and the arguments of its two dispatches; behind the last slice,
// those of resolve_modes. Called by one thread while no other touches the state, which it therefore reads and
// writes at once: one wait for memory instead of thirty.
void plan_slice(SlicePlan plan) {
    LoopState s = state;
    const uint evaluations = s.steps == 1 ? s.slice : s.steps_made;
    s.evaluations_low += evaluations;
    if (s.evaluations_low < evaluations) ++s.evaluations_high;
    s.begin += s.slice;
    if (s.begin == s.counts[s.side]) {
        if (s.begin != 0) {
            // As trajectories slow down, the order they are in stays good for longer.
            if (findMSB(s.round + s.steps) != findMSB(s.round)) s.unsorted = 1;
            s.round += s.steps;
            s.rounds_left -= s.steps;
        }
        s.counts[s.side] = 0;
        s.side = 1 - s.side;
        s.begin = 0;
        s.steps = s.counts[s.side] <= plan.few ? min(plan.steps, s.rounds_left) : 1;
    }
    const uint left = s.rounds_left == 0 ? 0 : s.counts[s.side] - s.begin;
    s.slice = min(left, s.budget / max(s.steps, 1));
    s.budget -= s.slice * s.steps;
    s.queries = s.steps == 1 ? clamp(s.slice / plan.subgroups, 1, plan.width) : 1;
    s.steps_made = 0;
    s.done = 0;
    ++s.step;
    const uvec3 packet = rows_of(s.queries == 1 ? 0 : s.slice, s.queries);
    s.packet_groups_x = packet.x;
    s.packet_groups_y = packet.y;
    s.packet_groups_z = packet.z;
    const uvec3 lone = rows_of(s.queries == 1 ? s.slice : 0, 1);
    s.lone_groups_x = lone.x;
    s.lone_groups_y = lone.y;
    s.lone_groups_z = lone.z;
    const uvec3 compact = rows_of(s.slice, COMPACT_FRONTIER_WORKGROUP);
    s.compact_groups_x = compact.x;
    s.compact_groups_y = compact.y;
    s.compact_groups_z = compact.z;
    const bool sorts = s.unsorted != 0 && s.begin == 0 && left >= plan.many && s.slice != 0;
    const uvec3 sort = rows_of(sorts ? left : 0, SORT_FRONTIER_WORKGROUP);
    s.sort_groups_x = sort.x;
    s.sort_groups_y = sort.y;
    s.sort_groups_z = sort.z;
    s.place_groups_x = sorts ? SORT_FRONTIER_BLOCKS : 0;
    s.place_groups_y = s.place_groups_z = 1;
    const uvec3 resolve = rows_of(left == 0 ? plan.trajectories : 0, RESOLVE_MODES_WORKGROUP);
    s.resolve_groups_x = resolve.x;
    s.resolve_groups_y = resolve.y;
    s.resolve_groups_z = resolve.z;
    state = s;
}

#endif
