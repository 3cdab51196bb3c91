#version 460
// Numbers the roots, the trajectories that are their own parents, and clears the tallies of count_roots.
#extension GL_GOOGLE_include_directive : require
#include "include/thread.glsl"
#include "resolve_modes_params.h"

layout(local_size_x = RESOLVE_MODES_WORKGROUP) in;
layout(push_constant) uniform Push { ListRootsParams params; };
layout(std430, binding = 0) buffer Loop { LoopState state; };
layout(std430, binding = 1) readonly buffer Parents { uint parents[]; };
layout(std430, binding = 2) readonly buffer StateL { int state_l[]; };
layout(std430, binding = 3) readonly buffer StateA { int state_a[]; };
layout(std430, binding = 4) readonly buffer StateB { int state_b[]; };
layout(std430, binding = 5) writeonly buffer RootOf { uint root_of[]; }; // only for trajectories that are roots
layout(std430, binding = 6) writeonly buffer RootL { int root_l[]; };
layout(std430, binding = 7) writeonly buffer RootA { int root_a[]; };
layout(std430, binding = 8) writeonly buffer RootB { int root_b[]; };
layout(std430, binding = 9) writeonly buffer Tallies { uint tallies[]; };        // colours; pixels, low halves
layout(std430, binding = 10) writeonly buffer PixelsHigh { uint pixels_high[]; };

void main() {
    const uint trajectory = thread_index(RESOLVE_MODES_WORKGROUP);
    if (trajectory >= params.count || parents[trajectory] != trajectory) return;
    const uint root = atomicAdd(state.roots, 1);
    root_of[trajectory] = root;
    root_l[root] = state_l[trajectory];
    root_a[root] = state_a[trajectory];
    root_b[root] = state_b[trajectory];
    tallies[root] = tallies[params.capacity + root] = pixels_high[root] = 0;
}
