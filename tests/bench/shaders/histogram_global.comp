#version 460
// Every pixel adds to the counters themselves.
#extension GL_GOOGLE_include_directive : require
#include "include/luma.glsl"
#include "include/thread.glsl"
#include "picture/luminance_histogram_params.h"

layout(local_size_x = LUMINANCE_HISTOGRAM_WORKGROUP) in;
layout(push_constant) uniform Push { LuminanceHistogramParams params; };
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Total { uint total[LUMINANCE_HISTOGRAM_BINS]; };

void main() {
    for (uint i = thread_index(LUMINANCE_HISTOGRAM_WORKGROUP); i < params.pixels; i += params.threads) {
        const uint pixel = source[i];
        if (pixel >> 24 == 0) continue;
        atomicAdd(total[luma(pixel)], 1);
        atomicAdd(total[256 + (pixel & 0xff)], 1);
        atomicAdd(total[512 + (pixel >> 8 & 0xff)], 1);
        atomicAdd(total[768 + (pixel >> 16 & 0xff)], 1);
    }
}
