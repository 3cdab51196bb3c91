// The loop's state and the choice of its next slice. LOOP_BINDING is defined before the include.
#ifndef HUEDRIFT_LOOP_GLSL
#define HUEDRIFT_LOOP_GLSL

#include "../compact_frontier_params.h"

layout(std430, binding = LOOP_BINDING) coherent buffer Loop { LoopState state; };

uvec2 rows_of(uint groups) {
    const uint rows = (groups + 65534) / 65535;
    return rows == 0 ? uvec2(0) : uvec2((groups + rows - 1) / rows, rows);
}

// Ends the present slice and writes the next one and the arguments of its two dispatches. Called by one thread
// while no other touches the state.
void plan_slice(SlicePlan plan) {
    uint side = state.side, begin = state.begin + state.slice;
    state.evaluations_low += state.slice;
    if (state.evaluations_low < state.slice) ++state.evaluations_high;
    if (begin == state.counts[side]) {
        if (begin != 0) {
            ++state.round;
            --state.rounds_left;
        }
        state.counts[side] = 0;
        side = 1 - side;
        begin = 0;
    }
    const uint left = state.rounds_left == 0 ? 0 : state.counts[side] - begin;
    const uint slice = min(left, state.budget);
    const uint queries = clamp(slice / plan.subgroups, 1, plan.width);
    const uint subgroups = (slice + queries - 1) / queries;
    const uvec2 shift = rows_of((subgroups + plan.subgroups_per_group - 1) / plan.subgroups_per_group);
    const uvec2 compact = rows_of((slice + COMPACT_FRONTIER_WORKGROUP - 1) / COMPACT_FRONTIER_WORKGROUP);
    state.side = side;
    state.begin = begin;
    state.slice = slice;
    state.queries = queries;
    state.budget -= slice;
    state.done = 0;
    ++state.step;
    state.shift_groups_x = shift.x;
    state.shift_groups_y = shift.y;
    state.shift_groups_z = 1;
    state.compact_groups_x = compact.x;
    state.compact_groups_y = compact.y;
    state.compact_groups_z = 1;
}

#endif
