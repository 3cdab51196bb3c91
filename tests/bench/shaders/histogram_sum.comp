#version 460
// Adds up chunks, `per_sum` of them at a time: all at once, or as one level of a tree.
#extension GL_GOOGLE_include_directive : require
#include "histogram_sum_params.h"
#include "include/thread.glsl"
#include "picture/luminance_histogram_params.h"

layout(local_size_x = HISTOGRAM_SUM_WORKGROUP) in;
layout(push_constant) uniform Push { HistogramSumParams params; };
layout(std430, binding = 0) readonly buffer Chunks { uint chunks[][LUMINANCE_HISTOGRAM_BINS]; };
layout(std430, binding = 1) writeonly buffer Sums { uint sums[][LUMINANCE_HISTOGRAM_BINS]; };

void main() {
    const uint thread = thread_index(HISTOGRAM_SUM_WORKGROUP);
    const uint bin = thread % LUMINANCE_HISTOGRAM_BINS, part = thread / LUMINANCE_HISTOGRAM_BINS;
    const uint first = part * params.per_sum;
    if (first >= params.chunks) return;
    const uint end = min(first + params.per_sum, params.chunks);
    uint sum = 0;
    for (uint chunk = first; chunk < end; ++chunk) sum += chunks[chunk][bin];
    sums[part][bin] = sum;
}
