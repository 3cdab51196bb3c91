#version 460
// Pointer jumping: every run's parent becomes the run at the end of the path.
#extension GL_GOOGLE_include_directive : require
#include "include/thread.glsl"
#include "resolve_modes_params.h"

layout(local_size_x = RESOLVE_MODES_WORKGROUP) in;
layout(push_constant) uniform Push { ResolveModesParams params; };
layout(std430, binding = 0) coherent buffer Parents { uint parents[]; };

void main() {
    const uint run = thread_index(RESOLVE_MODES_WORKGROUP);
    if (run >= params.count) return;
    uint end = parents[run], next = parents[end];
    for (uint step = 0; next != end && step < RESOLVE_MODES_STEPS; ++step) {
        end = next;
        next = parents[end];
    }
    parents[run] = end;
}
