#version 460
// For each position, sums the points within the radius, with their second moment, which the host needs for
// the height. One subgroup per position, as in mean_shift_lone.
#extension GL_GOOGLE_include_directive : require
#define SECOND_MOMENTS
#include "include/thread.glsl"
#include "include/traversal.glsl"
#include "sum_moments_params.h"

layout(std430, binding = 0) readonly buffer Positions { int positions[]; }; // l, a and b of each
layout(std430, binding = 1) writeonly buffer Moments { int64_t moments[]; }; // SUM_MOMENTS_VALUES of each

void add_leaves(inout Traversal t, ivec3 position) {
    for (uint i = 0; i < t.leaves; ++i) {
        const uint index = leaves[i] * width + gl_SubgroupInvocationID;
        const ivec3 point = ivec3(l[index], a[index], b[index]);
        if (!within(point, position)) continue;
        const uint weight = weighted ? weights[index] : 1;
        const int64_t x = int64_t(point.x), y = int64_t(point.y), z = int64_t(point.z), square = x * x + y * y + z * z;
        add_point(t.certain, point, weight);
        t.second_low += int64_t(weight) * (square & (1 << SECOND_MOMENT_BITS) - 1);
        t.second_high += int64_t(weight) * (square >> SECOND_MOMENT_BITS);
    }
}

void main() {
    const uint i = workgroup_index();
    if (i >= params.capacity) return;
    const ivec3 position = ivec3(positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]);
    Traversal t = begin_traversal(vec3(position), vec3(position));
    while (find_leaves(t)) add_leaves(t, position);
    const Sum sum = sum_over_subgroup(t.certain);
    const int64_t low = add_over_subgroup(t.second_low), high = add_over_subgroup(t.second_high);
    if (gl_SubgroupInvocationID != 0) return;
    const int64_t values[SUM_MOMENTS_VALUES] = {sum.weight, sum.l, sum.a, sum.b, low, high};
    for (uint k = 0; k < SUM_MOMENTS_VALUES; ++k) moments[SUM_MOMENTS_VALUES * i + k] = values[k];
}
