#version 460
// Halves a picture for display: each pixel is the mean of the light of 2x2 pixels, of the picture's own area only.
#extension GL_GOOGLE_include_directive : require
#include "include/light.glsl"
#include "include/thread.glsl"
#include "shrink_params.h"

layout(constant_id = 0) const bool from_picture = true; // else from a level
layout(local_size_x = SHRINK_WORKGROUP) in;
layout(push_constant) uniform Push { ShrinkParams params; };
layout(std430, binding = 0) readonly buffer Source { uint source[]; };   // of the picture: RGBA8, r lowest
layout(std430, binding = 1) readonly buffer Level { uvec2 level[]; };    // the same range, of a level
layout(std430, binding = 2) writeonly buffer Result { uvec2 result[]; }; // half as wide and high, rounded up

vec4 source_at(uint x, uint y) {
    const uint i = y * params.width + x;
    return from_picture ? light_of_pixel(source[i]) : unpack_light(level[i]);
}

// How much of two columns or rows belongs to the picture, of which the last one may have a part only.
vec2 shares(uint first, uint count, float last) {
    return vec2(first + 1 == count ? last : 1, first + 1 >= count ? 0 : first + 2 == count ? last : 1);
}

void main() {
    const uint i = thread_index(SHRINK_WORKGROUP);
    const uint width = (params.width + 1) / 2, height = (params.height + 1) / 2;
    if (i >= width * height) return;
    const uint left = i % width * 2, top = i / width * 2;
    const uint right = min(left + 1, params.width - 1), bottom = min(top + 1, params.height - 1);
    const vec2 wide = shares(left, params.width, params.last_width), tall = shares(top, params.height, params.last_height);
    const vec4 sum = tall.x * (wide.x * source_at(left, top) + wide.y * source_at(right, top)) +
                     tall.y * (wide.x * source_at(left, bottom) + wide.y * source_at(right, bottom));
    result[i] = pack_light(sum / ((wide.x + wide.y) * (tall.x + tall.y)));
}
