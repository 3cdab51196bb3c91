#version 460
// smooth_across with each sum read once per workgroup.
#extension GL_GOOGLE_include_directive : require
#include "include/smooth.glsl"
#include "picture/smooth_params.h"

layout(constant_id = 0) const uint radius = 1;
layout(local_size_x = 256) in;
layout(push_constant) uniform Push { SmoothParams params; };
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) readonly buffer Down { uvec4 down[]; };
layout(std430, binding = 2) writeonly buffer Result { uint result[]; };

shared uvec4 tile[256 + 2 * radius];

void main() {
    const uint lane = gl_LocalInvocationID.x, x = gl_GlobalInvocationID.x, y = gl_GlobalInvocationID.y;
    for (uint i = lane; i < 256 + 2 * radius; i += 256) {
        const uint column = gl_WorkGroupID.x * 256 + i - radius;
        tile[i] = column < params.width ? down[y * params.width + column] : uvec4(0);
    }
    barrier();
    if (x >= params.width) return;
    uvec4 sum = tile[lane + radius];
    u64vec3 color = uint64_t(params.weights[0]) * u64vec3(sum.rgb);
    uint weight = params.weights[0] * sum.a;
    for (uint k = 1; k <= radius; ++k) {
        sum = tile[lane + radius - k] + tile[lane + radius + k];
        color += uint64_t(params.weights[k]) * u64vec3(sum.rgb);
        weight += params.weights[k] * sum.a;
    }
    const uint place = y * params.width + x;
    result[place] = smoothed_pixel(color, weight, source[place] >> 24);
}
