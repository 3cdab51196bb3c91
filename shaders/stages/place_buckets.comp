#version 460
// Finds the beginning of each bucket. A workgroup places a block of buckets one after another; the order of
// the blocks is that in which workgroups run, since only neighbours matter.
#extension GL_GOOGLE_include_directive : require
#include "include/thread.glsl"
#include "sort_frontier_params.h"

layout(local_size_x = SORT_FRONTIER_WORKGROUP) in;
#define SCAN_WORKGROUP SORT_FRONTIER_WORKGROUP
#include "include/scan.glsl"
layout(std430, binding = 0) buffer Loop { LoopState state; };
layout(std430, binding = 1) buffer Counts { uint counts[]; };
layout(std430, binding = 2) writeonly buffer Begins { uint begins[]; };

shared uint block_begin;

void main() {
    const uint first = thread_index(SORT_FRONTIER_WORKGROUP) * SORT_FRONTIER_BUCKETS_PER_THREAD;
    uint mine[SORT_FRONTIER_BUCKETS_PER_THREAD], sum = 0;
    for (uint i = 0; i < SORT_FRONTIER_BUCKETS_PER_THREAD; ++i) {
        mine[i] = counts[first + i];
        sum += mine[i];
    }
    uint total;
    uint begin = sum_before(sum, total);
    if (total == 0) return;
    if (gl_LocalInvocationID.x == 0) block_begin = atomicAdd(state.placed, total);
    barrier();
    begin += block_begin;
    for (uint i = 0; i < SORT_FRONTIER_BUCKETS_PER_THREAD; ++i) {
        if (mine[i] == 0) continue;
        begins[first + i] = begin;
        begin += mine[i];
        counts[first + i] = 0; // for the next sort
    }
}
