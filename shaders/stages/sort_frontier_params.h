#ifndef HUEDRIFT_SHADERS_SORT_FRONTIER_PARAMS_H
#define HUEDRIFT_SHADERS_SORT_FRONTIER_PARAMS_H
#include "loop_state.h"

#define SORT_FRONTIER_WORKGROUP 256
// The box of all points is cut into cubes. Each is a bucket, in the order of the gilbert curve. A workgroup
// places a block of buckets.
#define SORT_FRONTIER_BUCKETS_PER_THREAD 16
#define SORT_FRONTIER_BLOCK (SORT_FRONTIER_WORKGROUP * SORT_FRONTIER_BUCKETS_PER_THREAD)

HUEDRIFT_PARAMS_BEGIN
struct SortFrontierParams {
    uint32_t capacity;                 // trajectories that one array of the frontier holds
    int32_t cell;                      // side of a cell, units
    int32_t low_l, low_a, low_b;       // corner of the box of all points, from the origin, units
    int32_t cells_l, cells_a, cells_b; // cells along each side
};
HUEDRIFT_PARAMS_END(SortFrontierParams, 32)
#endif
