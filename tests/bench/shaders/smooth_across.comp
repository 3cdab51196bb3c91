#version 460
// The second of two passes: the sums of columns within the radius, and the mean.
#extension GL_GOOGLE_include_directive : require
#include "include/smooth.glsl"
#include "picture/smooth_params.h"

layout(constant_id = 0) const uint radius = 1;
layout(local_size_x = 256) in;
layout(push_constant) uniform Push { SmoothParams params; };
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) readonly buffer Down { uvec4 down[]; };
layout(std430, binding = 2) writeonly buffer Result { uint result[]; };

uvec4 down_sum(uint x, uint y) { return x < params.width ? down[y * params.width + x] : uvec4(0); }

void main() {
    const uint x = gl_GlobalInvocationID.x, y = gl_GlobalInvocationID.y;
    if (x >= params.width) return;
    uvec4 sum = down_sum(x, y);
    u64vec3 color = uint64_t(params.weights[0]) * u64vec3(sum.rgb);
    uint weight = params.weights[0] * sum.a;
    for (uint k = 1; k <= radius; ++k) {
        sum = down_sum(x - k, y) + down_sum(x + k, y);
        color += uint64_t(params.weights[k]) * u64vec3(sum.rgb);
        weight += params.weights[k] * sum.a;
    }
    const uint place = y * params.width + x;
    result[place] = smoothed_pixel(color, weight, source[place] >> 24);
}
