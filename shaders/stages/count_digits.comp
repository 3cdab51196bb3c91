#version 460
// Counts each digit in each block of keys: counts[digit][block].
#extension GL_GOOGLE_include_directive : require
#include "group_points_params.h"
#include "include/thread.glsl"

layout(local_size_x = GROUP_POINTS_WORKGROUP) in;
layout(push_constant) uniform Push { GroupPointsParams params; };
layout(std430, binding = 0) readonly buffer Keys { uint keys[]; };
layout(std430, binding = 1) writeonly buffer Counts { uint counts[]; };

shared uint histogram[GROUP_POINTS_DIGITS];

void main() {
    const uint thread = gl_LocalInvocationID.x, block = workgroup_index();
    if (thread < GROUP_POINTS_DIGITS) histogram[thread] = 0;
    barrier();
    for (uint k = 0; k < GROUP_POINTS_KEYS_PER_THREAD; ++k) {
        const uint i = block * GROUP_POINTS_BLOCK + k * GROUP_POINTS_WORKGROUP + thread;
        if (i < params.count) atomicAdd(histogram[keys[i] >> params.shift & (GROUP_POINTS_DIGITS - 1)], 1);
    }
    barrier();
    if (thread < GROUP_POINTS_DIGITS && block < params.blocks)
        counts[thread * params.blocks + block] = histogram[thread];
}
