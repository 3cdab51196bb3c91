#version 460
// Pointer jumping: every trajectory's parent becomes the root, the trajectory at the end of the path.
#extension GL_GOOGLE_include_directive : require
#include "include/thread.glsl"
#include "resolve_modes_params.h"

layout(local_size_x = RESOLVE_MODES_WORKGROUP) in;
layout(push_constant) uniform Push { ResolveModesParams params; };
layout(std430, binding = 0) coherent buffer Parents { uint parents[]; };

void main() {
    const uint trajectory = thread_index(RESOLVE_MODES_WORKGROUP);
    if (trajectory >= params.count) return;
    uint root = parents[trajectory], next = parents[root];
    for (uint step = 0; next != root && step < RESOLVE_MODES_STEPS; ++step) {
        root = next;
        next = parents[root];
    }
    parents[trajectory] = root;
}
