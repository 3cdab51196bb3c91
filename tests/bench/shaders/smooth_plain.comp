#version 460
// docs/smooth.md as it is written: every pixel reads its whole surroundings.
#extension GL_GOOGLE_include_directive : require
#include "include/smooth.glsl"
#include "picture/smooth_params.h"

layout(constant_id = 0) const uint radius = 1;
layout(local_size_x = 32, local_size_y = 8) in;
layout(push_constant) uniform Push { SmoothParams params; };
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) writeonly buffer Result { uint result[]; };

void main() {
    const ivec2 size = ivec2(params.width, params.rows), center = ivec2(gl_GlobalInvocationID.xy);
    if (center.x >= size.x || center.y >= size.y) return;
    const int reach = int(radius);
    u64vec3 color = u64vec3(0);
    uint weight = 0;
    for (int v = -reach; v <= reach; ++v)
        for (int u = -reach; u <= reach; ++u) {
            const ivec2 at = center + ivec2(u, v);
            if (at.x < 0 || at.y < 0 || at.x >= size.x || at.y >= size.y) continue;
            const uvec4 pixel = premultiplied(source[at.y * size.x + at.x]);
            const uint w = params.weights[abs(u)] * params.weights[abs(v)];
            color += uint64_t(w) * u64vec3(pixel.rgb);
            weight += w * pixel.a;
        }
    const uint place = center.y * size.x + center.x;
    result[place] = smoothed_pixel(color, weight, source[place] >> 24);
}
