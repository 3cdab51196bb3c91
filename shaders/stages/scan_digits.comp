#version 460
// Replaces each number by the sum of those before it. One workgroup walks along all of them, 16 numbers a thread at
// a time: even for 2^24 points there are only 2^17.
#extension GL_GOOGLE_include_directive : require
#include "group_points_params.h"

layout(local_size_x = GROUP_POINTS_WORKGROUP) in;
#define SCAN_WORKGROUP GROUP_POINTS_WORKGROUP
#include "include/scan.glsl"
layout(push_constant) uniform Push { ScanDigitsParams params; };
layout(std430, binding = 0) buffer Numbers { uint numbers[]; };

const uint per_thread = 16;

void main() {
    uint carried = 0;
    for (uint begin = 0; begin < params.count; begin += per_thread * GROUP_POINTS_WORKGROUP) {
        const uint first = begin + per_thread * gl_LocalInvocationID.x;
        const uint last = min(first + per_thread, params.count);
        uint own = 0;
        for (uint i = first; i < last; ++i) own += numbers[i];
        uint total;
        uint sum = carried + sum_before(own, total);
        for (uint i = first; i < last; ++i) {
            const uint number = numbers[i];
            numbers[i] = sum;
            sum += number;
        }
        carried += total;
    }
}
