#version 460
// Moves every trajectory of the frontier into its bucket. Trajectories that are now neighbours can share a
// traversal of the hierarchy in mean_shift, however far apart they started.
#extension GL_GOOGLE_include_directive : require
#include "include/thread.glsl"
#include "sort_frontier_params.h"

layout(local_size_x = SORT_FRONTIER_WORKGROUP) in;
layout(push_constant) uniform Push { SortFrontierParams params; };
layout(std430, binding = 0) coherent buffer Loop { LoopState state; };
layout(std430, binding = 1) buffer Frontier { uint frontier[]; };
layout(std430, binding = 2) readonly buffer Begins { uint begins[]; };
layout(std430, binding = 3) readonly buffer Ranks { uint ranks[]; };
layout(std430, binding = 4) readonly buffer Buckets { uint buckets[]; };

void main() {
    const uint i = thread_index(SORT_FRONTIER_WORKGROUP), side = state.side;
    if (i < state.counts[side]) {
        const uint trajectory = frontier[side * params.capacity + i];
        frontier[(1 - side) * params.capacity + begins[buckets[i]] + ranks[i]] = trajectory;
    }
    // The last workgroup to end swaps the frontier's arrays; the planned slice then refers to the sorted one.
    barrier();
    if (gl_LocalInvocationID.x != 0) return;
    memoryBarrierBuffer();
    if (atomicAdd(state.done, 1) != gl_NumWorkGroups.x * gl_NumWorkGroups.y - 1) return;
    state.counts[1 - side] = state.counts[side];
    state.counts[side] = 0;
    state.side = 1 - side;
    state.done = state.placed = 0;
    state.sort_groups.x = state.place_groups.x = 0;
}
