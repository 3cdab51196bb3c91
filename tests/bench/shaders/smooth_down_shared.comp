#version 460
// smooth_down with each pixel read once per workgroup.
#extension GL_GOOGLE_include_directive : require
#include "include/smooth.glsl"
#include "picture/smooth_params.h"

layout(constant_id = 0) const uint radius = 1;
layout(local_size_x = 32, local_size_y = 8) in;
layout(push_constant) uniform Push { SmoothParams params; };
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) writeonly buffer Down { uvec4 down[]; };

const uint tile_rows = 64;
shared uint tile[(tile_rows + 2 * radius) * 32];

void main() {
    const uint lane = gl_LocalInvocationID.x, x = gl_GlobalInvocationID.x, top = gl_WorkGroupID.y * tile_rows;
    for (uint row = gl_LocalInvocationID.y; row < tile_rows + 2 * radius; row += 8) {
        const uint y = top + row - radius;
        tile[row * 32 + lane] = x < params.width && y < params.rows ? source[y * params.width + x] : 0;
    }
    barrier();
    for (uint row = gl_LocalInvocationID.y; row < tile_rows; row += 8) {
        if (x >= params.width || top + row >= params.rows) break;
        const uint place = (row + radius) * 32 + lane;
        uvec4 sum = params.weights[0] * premultiplied(tile[place]);
        for (uint k = 1; k <= radius; ++k)
            sum += params.weights[k] * (premultiplied(tile[place - 32 * k]) + premultiplied(tile[place + 32 * k]));
        down[(top + row) * params.width + x] = sum;
    }
}
