#version 460
// Halves a picture for display: each pixel is the mean of 2x2 pixels (fewer at the last column and row),
// weighted by alpha. It is the mean of squares, which approximates linear light without tables.
#extension GL_GOOGLE_include_directive : require
#include "include/thread.glsl"
#include "shrink_params.h"

layout(local_size_x = SHRINK_WORKGROUP) in;
layout(push_constant) uniform Push { ShrinkParams params; };
layout(std430, binding = 0) readonly buffer Source { uint source[]; };  // RGBA8, r lowest
layout(std430, binding = 1) writeonly buffer Result { uint result[]; }; // half as wide and high, rounded up

void main() {
    const uint i = thread_index(SHRINK_WORKGROUP);
    const uint width = (params.width + 1) / 2, height = (params.height + 1) / 2;
    if (i >= width * height) return;
    const uint left = i % width * 2, top = i / width * 2;
    const uint right = min(left + 1, params.width - 1), bottom = min(top + 1, params.height - 1);
    const uint corners[4] = {top * params.width + left, top * params.width + right, bottom * params.width + left,
                             bottom * params.width + right};
    vec3 light = vec3(0);
    float alpha = 0;
    for (int corner = 0; corner < 4; ++corner) {
        const vec4 pixel = unpackUnorm4x8(source[corners[corner]]);
        light += pixel.rgb * pixel.rgb * pixel.a;
        alpha += pixel.a;
    }
    result[i] = alpha == 0 ? 0 : packUnorm4x8(vec4(sqrt(light / alpha), alpha / 4));
}
