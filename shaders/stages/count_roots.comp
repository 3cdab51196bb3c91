#version 460
// Finds the root of each colour, in the order of the colours, and the numbers of colours and pixels of each
// root. Neighbouring trajectories mostly share a root, so a subgroup adds up its share of a root before it
// accesses memory.
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#include "include/thread.glsl"
#include "resolve_modes_params.h"

layout(local_size_x = RESOLVE_MODES_WORKGROUP) in;
layout(push_constant) uniform Push { ListRootsParams params; };
layout(std430, binding = 0) readonly buffer Parents { uint parents[]; };
layout(std430, binding = 1) readonly buffer RootOf { uint root_of[]; };
layout(std430, binding = 2) readonly buffer Numbers { uint numbers[]; }; // of the trajectories' colours
layout(std430, binding = 3) readonly buffer Weights { uint weights[]; };
layout(std430, binding = 4) writeonly buffer ModeOf { uint mode_of[]; };
layout(std430, binding = 5) buffer Tallies { uint tallies[]; };
layout(std430, binding = 6) buffer PixelsHigh { uint pixels_high[]; };

void main() {
    const uint trajectory = thread_index(RESOLVE_MODES_WORKGROUP);
    if (trajectory >= params.count) return;
    const uint root = root_of[parents[trajectory]], weight = weights[trajectory];
    mode_of[numbers[trajectory]] = root;
    for (bool waits = true; waits;) {
        if (root != subgroupBroadcastFirst(root)) continue;
        waits = false;
        const uint colors = subgroupAdd(1u);
        // In halves, since 2^7 weights of 31 bits need more than 32.
        const uint low_halves = subgroupAdd(weight & 0xffffu), high_halves = subgroupAdd(weight >> 16);
        if (!subgroupElect()) continue;
        const uint low = low_halves + (high_halves << 16);
        const uint high = (high_halves >> 16) + (low < low_halves ? 1 : 0);
        atomicAdd(tallies[root], colors);
        const uint old = atomicAdd(tallies[params.capacity + root], low);
        const uint carried = high + (old + low < old ? 1 : 0);
        if (carried != 0) atomicAdd(pixels_high[root], carried);
    }
}
