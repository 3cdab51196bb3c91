#version 460
// The pre-filter of docs/definition.md in one pass over the picture. A workgroup slides down a strip of columns,
// two rows at a time: a ring of rows in shared memory holds the pixels within the radius. Each thread sums
// its own column, and these sums are then summed along the row. Each pixel is read about once.
#extension GL_GOOGLE_include_directive : require
#include "include/smooth.glsl"
#include "smooth_params.h"

layout(constant_id = 0) const uint radius = 1;
layout(local_size_x_id = 1, local_size_y = SMOOTH_ROWS) in;
layout(push_constant) uniform Push { SmoothParams params; };
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) writeonly buffer Result { uint result[]; };

const uint columns = gl_WorkGroupSize.x;
const uint ring_rows = 2 * radius + SMOOTH_ROWS;
shared uint ring[ring_rows * columns];
shared uvec4 down[SMOOTH_ROWS * columns];

// Pixels outside the picture have alpha 0 and so no weight. As unsigned numbers, coordinates above or left of
// it lie beyond it.
uint source_pixel(uint x, uint row) {
    return x < params.width && row < params.source_rows ? source[row * params.width + x] : 0;
}

uint ring_place(uint row) { return row % ring_rows * columns + gl_LocalInvocationID.x; }

uvec4 sum_down(uint row) {
    uvec4 sum = params.weights[0] * premultiplied(ring[ring_place(row)]);
    for (uint k = 1; k <= radius; ++k)
        sum += params.weights[k] *
               (premultiplied(ring[ring_place(row - k)]) + premultiplied(ring[ring_place(row + k)]));
    return sum;
}

uint sum_across(uint place, uint alpha) {
    uvec4 sum = down[place];
    u64vec3 color = uint64_t(params.weights[0]) * u64vec3(sum.rgb);
    uint weight = params.weights[0] * sum.a;
    for (uint k = 1; k <= radius; ++k) {
        sum = down[place - k] + down[place + k];
        color += uint64_t(params.weights[k]) * u64vec3(sum.rgb);
        weight += params.weights[k] * sum.a;
    }
    return smoothed_pixel(color, weight, alpha);
}

void main() {
    const uint lane = gl_LocalInvocationID.x, line = gl_LocalInvocationID.y;
    // The outermost `radius` columns on each side only provide sums for the others.
    const uint x = gl_WorkGroupID.x * (columns - 2 * radius) + lane - radius;
    const bool gives = lane >= radius && lane < columns - radius && x < params.width;
    const uint first = gl_WorkGroupID.y * SMOOTH_STRIP;
    const uint rows = min(SMOOTH_STRIP, params.rows - first);
    // Row 0 of the ring is `radius` rows above the strip.
    const uint top = params.first_row + first - radius;
    for (uint row = line; row < 2 * radius; row += SMOOTH_ROWS) ring[ring_place(row)] = source_pixel(x, top + row);
    for (uint pair = 0; pair < rows; pair += SMOOTH_ROWS) {
        const uint row = pair + line + radius;
        ring[ring_place(row + radius)] = source_pixel(x, top + row + radius);
        barrier();
        const uint alpha = ring[ring_place(row)] >> 24;
        const uint place = line * columns + lane;
        down[place] = sum_down(row);
        barrier();
        if (gives && pair + line < rows) result[(first + pair + line) * params.width + x] = sum_across(place, alpha);
    }
}
