#version 460
// Numbers the ends, the runs that are their own parents, and sets up what count_ends adds to.
#extension GL_GOOGLE_include_directive : require
#include "include/thread.glsl"
#include "resolve_modes_params.h"

layout(local_size_x = RESOLVE_MODES_WORKGROUP) in;
layout(push_constant) uniform Push { ListEndsParams params; };
layout(std430, binding = 0) buffer Loop { LoopState state; };
layout(std430, binding = 1) readonly buffer Parents { uint parents[]; };
layout(std430, binding = 2) readonly buffer StateL { int state_l[]; };
layout(std430, binding = 3) readonly buffer StateA { int state_a[]; };
layout(std430, binding = 4) readonly buffer StateB { int state_b[]; };
layout(std430, binding = 5) writeonly buffer EndOf { uint end_of[]; }; // only for runs that are ends
layout(std430, binding = 6) writeonly buffer EndL { int end_l[]; };
layout(std430, binding = 7) writeonly buffer EndA { int end_a[]; };
layout(std430, binding = 8) writeonly buffer EndB { int end_b[]; };
layout(std430, binding = 9) writeonly buffer Tallies { uint tallies[]; };        // colours; pixels, low halves
layout(std430, binding = 10) writeonly buffer PixelsHigh { uint pixels_high[]; };

void main() {
    const uint run = thread_index(RESOLVE_MODES_WORKGROUP);
    if (run >= params.count || parents[run] != run) return;
    const uint end = atomicAdd(state.ends, 1);
    end_of[run] = end;
    end_l[end] = state_l[run];
    end_a[end] = state_a[run];
    end_b[end] = state_b[run];
    tallies[end] = tallies[params.capacity + end] = pixels_high[end] = 0;
}
