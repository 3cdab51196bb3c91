#version 460
// The end of each colour, in the order of the colours, and how many colours and pixels each end has. Neighbouring
// runs mostly share an end, so a subgroup adds up what it has for an end before it touches memory.
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#include "include/thread.glsl"
#include "resolve_modes_params.h"

layout(local_size_x = RESOLVE_MODES_WORKGROUP) in;
layout(push_constant) uniform Push { ListEndsParams params; };
layout(std430, binding = 0) readonly buffer Parents { uint parents[]; };
layout(std430, binding = 1) readonly buffer EndOf { uint end_of[]; };
layout(std430, binding = 2) readonly buffer Numbers { uint numbers[]; }; // of the colours, in the order of the runs
layout(std430, binding = 3) readonly buffer Weights { uint weights[]; };
layout(std430, binding = 4) writeonly buffer ModeOf { uint mode_of[]; };
layout(std430, binding = 5) buffer Tallies { uint tallies[]; };
layout(std430, binding = 6) buffer PixelsHigh { uint pixels_high[]; };

void main() {
    const uint run = thread_index(RESOLVE_MODES_WORKGROUP);
    if (run >= params.count) return;
    const uint end = end_of[parents[run]], weight = weights[run];
    mode_of[numbers[run]] = end;
    for (bool waits = true; waits;) {
        if (end != subgroupBroadcastFirst(end)) continue;
        waits = false;
        const uint colors = subgroupAdd(1u);
        // In halves, since 2^7 weights of 31 bits need more than 32.
        const uint low_halves = subgroupAdd(weight & 0xffffu), high_halves = subgroupAdd(weight >> 16);
        if (!subgroupElect()) continue;
        const uint low = low_halves + (high_halves << 16);
        const uint high = (high_halves >> 16) + (low < low_halves ? 1 : 0);
        atomicAdd(tallies[end], colors);
        const uint old = atomicAdd(tallies[params.capacity + end], low);
        const uint carried = high + (old + low < old ? 1 : 0);
        if (carried != 0) atomicAdd(pixels_high[end], carried);
    }
}
