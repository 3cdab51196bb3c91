#version 460
// The first of two passes: sums of each column within the radius.
#extension GL_GOOGLE_include_directive : require
#include "include/smooth.glsl"
#include "picture/smooth_params.h"

layout(constant_id = 0) const uint radius = 1;
layout(local_size_x = 32, local_size_y = 8) in;
layout(push_constant) uniform Push { SmoothParams params; };
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) writeonly buffer Down { uvec4 down[]; };

uvec4 source_pixel(uint x, uint y) {
    return y < params.rows ? premultiplied(source[y * params.width + x]) : uvec4(0);
}

void main() {
    const uint x = gl_GlobalInvocationID.x, y = gl_GlobalInvocationID.y;
    if (x >= params.width || y >= params.rows) return;
    uvec4 sum = params.weights[0] * source_pixel(x, y);
    for (uint k = 1; k <= radius; ++k) sum += params.weights[k] * (source_pixel(x, y - k) + source_pixel(x, y + k));
    down[y * params.width + x] = sum;
}
