#version 460
// Moves each key and its number to the place of its digit: after all smaller digits, and after equal digits
// of earlier blocks, earlier threads and the thread's earlier keys.
#extension GL_GOOGLE_include_directive : require
#include "group_points_params.h"
#include "include/thread.glsl"

layout(local_size_x = GROUP_POINTS_WORKGROUP) in;
#define SCAN_WORKGROUP GROUP_POINTS_WORKGROUP
#include "include/scan.glsl"
layout(push_constant) uniform Push { GroupPointsParams params; };
layout(std430, binding = 0) readonly buffer KeysIn { uint keys_in[]; };
layout(std430, binding = 1) readonly buffer NumbersIn { uint numbers_in[]; };
layout(std430, binding = 2) writeonly buffer KeysOut { uint keys_out[]; };
layout(std430, binding = 3) writeonly buffer NumbersOut { uint numbers_out[]; };
layout(std430, binding = 4) readonly buffer Counts { uint before[]; }; // counts of count_digits, summed up

// First the number of keys with a digit in each thread, then the number of preceding keys of the block with
// the same digit.
shared uint indices[GROUP_POINTS_DIGITS][GROUP_POINTS_WORKGROUP];

uint digit_of(uint key) { return key >> params.shift & (GROUP_POINTS_DIGITS - 1); }

void main() {
    const uint thread = gl_LocalInvocationID.x, block = workgroup_index();
    const uint first = block * GROUP_POINTS_BLOCK + thread * GROUP_POINTS_KEYS_PER_THREAD;
    const uint last = min(first + GROUP_POINTS_KEYS_PER_THREAD, params.count);
    for (uint digit = 0; digit < GROUP_POINTS_DIGITS; ++digit) indices[digit][thread] = 0;
    for (uint i = first; i < last; ++i) ++indices[digit_of(keys_in[i])][thread];
    barrier();
    for (uint digit = 0; digit < GROUP_POINTS_DIGITS; ++digit) {
        uint total;
        indices[digit][thread] = sum_before(indices[digit][thread], total);
    }
    for (uint i = first; i < last; ++i) {
        const uint key = keys_in[i], digit = digit_of(key);
        const uint index = before[digit * params.blocks + block] + indices[digit][thread]++;
        keys_out[index] = key;
        numbers_out[index] = numbers_in[i];
    }
}
