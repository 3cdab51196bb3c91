#version 460
// Gives every pixel the colour of its mode. A colour's index is the number of set bits below its own among the
// 2^24 bits of all colours: 3 MiB that stay in cache, where a table of indices would be 64 MiB.
#extension GL_GOOGLE_include_directive : require
#include "include/thread.glsl"
#include "remap_params.h"

layout(local_size_x = REMAP_WORKGROUP) in;
layout(push_constant) uniform Push { RemapParams params; };
layout(std430, binding = 0) readonly buffer Source { uint source[]; };    // RGBA8, r lowest
layout(std430, binding = 1) readonly buffer Bits { uvec2 bits[]; };       // of 64 colour codes each
layout(std430, binding = 2) readonly buffer Before { uint before[]; };    // colours in the words before
layout(std430, binding = 3) readonly buffer ModeOf { uint mode_of[]; };   // by colour index
layout(std430, binding = 4) readonly buffer Colors { uint mode_color[]; }; // by mode, alpha 0
layout(std430, binding = 5) writeonly buffer Result { uint result[]; };

uint color_index(uint code) {
    const uint word = code >> 6, bit = code & 31;
    const uvec2 bits_of_word = bits[word];
    const uint below = (1u << bit) - 1;
    const bool upper = (code & 32) != 0;
    return before[word] +
           (upper ? bitCount(bits_of_word.x) + bitCount(bits_of_word.y & below) : bitCount(bits_of_word.x & below));
}

void main() {
    const uint i = thread_index(REMAP_WORKGROUP);
    if (i >= params.pixels) return;
    const uint pixel = source[i];
    const uint alpha = pixel & 0xff000000u;
    const uint code = (pixel & 0xff) << 16 | (pixel & 0xff00) | (pixel >> 16 & 0xff);
    result[i] = alpha == 0 ? 0 : alpha | mode_color[mode_of[color_index(code)]];
}
