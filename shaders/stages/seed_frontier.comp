#version 460
// Starts one trajectory at each point: each its own parent, all in the frontier.
#extension GL_GOOGLE_include_directive : require
#include "include/thread.glsl"
#include "seed_frontier_params.h"

layout(local_size_x = SEED_FRONTIER_WORKGROUP) in;
layout(push_constant) uniform Push { SeedFrontierParams params; };
layout(std430, binding = 0) readonly buffer L { int l[]; };
layout(std430, binding = 1) readonly buffer A { int a[]; };
layout(std430, binding = 2) readonly buffer B { int b[]; };
layout(std430, binding = 3) writeonly buffer StateL { int state_l[]; };
layout(std430, binding = 4) writeonly buffer StateA { int state_a[]; };
layout(std430, binding = 5) writeonly buffer StateB { int state_b[]; };
layout(std430, binding = 6) writeonly buffer Parents { uint parents[]; };
layout(std430, binding = 7) writeonly buffer Frontier { uint frontier[]; };

void main() {
    const uint i = thread_index(SEED_FRONTIER_WORKGROUP);
    if (i >= params.count) return;
    state_l[i] = l[i];
    state_a[i] = a[i];
    state_b[i] = b[i];
    parents[i] = i;
    frontier[i] = i;
}
