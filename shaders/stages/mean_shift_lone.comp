#version 460
// Steps of mean shift for each trajectory of a slice with one workgroup per trajectory: the exact mean of all
// points within the radius. Tests the points of leaves as they come.
//
// The workgroup is one subgroup or, for the last trajectories, a team, which makes a step several times
// faster.
#extension GL_GOOGLE_include_directive : require
#include "include/thread.glsl"
#include "include/stepping.glsl"

const uint leaves_together = 8; // to read at a time

shared Sum sums_of_team[team];

void read_leaves(inout Traversal t, ivec3 query) {
    ivec4 narrow = ivec4(0);
    const uint first = team == 1 ? 0 : gl_SubgroupID * leaves_together;
    for (uint i = first; i < t.leaves; i += leaves_together * team) {
        ivec3 points[leaves_together];
        uint counts[leaves_together];
        for (uint k = 0; k < leaves_together; ++k) {
            const uint index = leaves[min(i + k, t.leaves - 1)] * width + gl_SubgroupInvocationID;
            points[k] = ivec3(l[index], a[index], b[index]);
            counts[k] = weighted ? weights[index] : 1;
        }
        for (uint k = 0; k < leaves_together; ++k) {
            if (i + k >= t.leaves) break;
            if (!within(points[k], query)) continue;
            if (weighted || wide)
                add_point(t.certain, points[k], counts[k]);
            else
                narrow += ivec4(points[k], 1);
        }
    }
    add_narrow(t.certain, narrow);
}

Sum sum_over_team(Sum share) {
    const Sum own = sum_over_subgroup(share);
    if (team == 1) return own;
    if (subgroupElect()) sums_of_team[gl_SubgroupID] = own;
    barrier();
    Sum sum = Sum(0, 0, 0, 0);
    for (uint i = 0; i < team; ++i) sum = plus(sum, sums_of_team[i]);
    return sum;
}

Sum sum_around(ivec3 query) {
    Traversal t = begin_traversal(vec3(query), vec3(query));
    while (find_leaves(t)) read_leaves(t, query);
    return sum_over_team(t.certain);
}

void main() {
    const uint i = workgroup_index();
    if (i >= state.slice) return;
    const uint slot = state.side * params.capacity + state.begin + i, trajectory = frontier[slot];
    ivec3 query = ivec3(state_l[trajectory], state_a[trajectory], state_b[trajectory]);
    // A slice of few trajectories makes several steps at once.
    const uint steps = state.steps;
    uint step = 0;
    bool ends = false;
    while (step < steps && !ends) {
        const ivec3 next = rounded_step(query, mean_of(sum_around(query), query));
        ++step;
        ends = ends_at(query, next);
        query = next;
    }
    if (gl_LocalInvocationIndex != 0) return;
    if (ends) frontier[slot] = trajectory | AT_REST;
    state_l[trajectory] = query.x;
    state_a[trajectory] = query.y;
    state_b[trajectory] = query.z;
    if (steps != 1) atomicAdd(state.steps_made, step);
}
