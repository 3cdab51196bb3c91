#version 460
// Counts the frontier's trajectories in each bucket, and numbers each trajectory within its bucket.
#extension GL_GOOGLE_include_directive : require
#include "include/thread.glsl"
#include "sort_frontier_params.h"
#include "include/gilbert.glsl"

layout(local_size_x = SORT_FRONTIER_WORKGROUP) in;
layout(push_constant) uniform Push { SortFrontierParams params; };
layout(std430, binding = 0) readonly buffer Loop { LoopState state; };
layout(std430, binding = 1) readonly buffer Frontier { uint frontier[]; };
layout(std430, binding = 2) readonly buffer StateL { int state_l[]; };
layout(std430, binding = 3) readonly buffer StateA { int state_a[]; };
layout(std430, binding = 4) readonly buffer StateB { int state_b[]; };
layout(std430, binding = 5) buffer Counts { uint counts[]; };
layout(std430, binding = 6) writeonly buffer Ranks { uint ranks[]; };
layout(std430, binding = 7) writeonly buffer Buckets { uint buckets[]; };

void main() {
    const uint i = thread_index(SORT_FRONTIER_WORKGROUP);
    if (i >= state.counts[state.side]) return;
    const uint trajectory = frontier[state.side * params.capacity + i];
    // Only starts that are not points lie outside the box.
    const ivec3 sides = ivec3(params.cells_l, params.cells_a, params.cells_b),
                from_low = ivec3(state_l[trajectory] - params.low_l, state_a[trajectory] - params.low_a,
                                 state_b[trajectory] - params.low_b);
    const uint bucket = gilbert_rank(sides, clamp(from_low / params.cell, ivec3(0), sides - 1));
    buckets[i] = bucket;
    ranks[i] = atomicAdd(counts[bucket], 1);
}
