#version 460
// Counts luma, red, green and blue of visible pixels. Each workgroup counts its share in shared memory, then
// adds it to the total with one atomic per bin.
#extension GL_GOOGLE_include_directive : require
#include "include/luma.glsl"
#include "include/thread.glsl"
#include "luminance_histogram_params.h"

layout(local_size_x = LUMINANCE_HISTOGRAM_WORKGROUP) in;
layout(push_constant) uniform Push { LuminanceHistogramParams params; };
layout(std430, binding = 0) readonly buffer Source { uint source[]; }; // RGBA8, r lowest
layout(std430, binding = 1) buffer Total { uint total[LUMINANCE_HISTOGRAM_BINS]; };

shared uint bins[LUMINANCE_HISTOGRAM_BINS];

void main() {
    for (uint bin = gl_LocalInvocationID.x; bin < LUMINANCE_HISTOGRAM_BINS; bin += LUMINANCE_HISTOGRAM_WORKGROUP)
        bins[bin] = 0;
    barrier();
    for (uint i = thread_index(LUMINANCE_HISTOGRAM_WORKGROUP); i < params.pixels; i += params.threads) {
        const uint pixel = source[i];
        if (pixel >> 24 == 0) continue;
        atomicAdd(bins[luma(pixel)], 1);
        atomicAdd(bins[256 + (pixel & 0xff)], 1);
        atomicAdd(bins[512 + (pixel >> 8 & 0xff)], 1);
        atomicAdd(bins[768 + (pixel >> 16 & 0xff)], 1);
    }
    barrier();
    for (uint bin = gl_LocalInvocationID.x; bin < LUMINANCE_HISTOGRAM_BINS; bin += LUMINANCE_HISTOGRAM_WORKGROUP)
        if (bins[bin] != 0) atomicAdd(total[bin], bins[bin]);
}
