#ifndef HUEDRIFT_SHADERS_SORT_FRONTIER_PARAMS_H
#define HUEDRIFT_SHADERS_SORT_FRONTIER_PARAMS_H
#include "loop_state.h"

#define SORT_FRONTIER_WORKGROUP 256
// The box of all points is cut into this many cells to a power of two along each side; a cell is a bucket.
#define SORT_FRONTIER_CELL_BITS 7
#define SORT_FRONTIER_BUCKETS (1 << 3 * SORT_FRONTIER_CELL_BITS)
#define SORT_FRONTIER_BUCKETS_PER_THREAD 16
#define SORT_FRONTIER_BLOCKS (SORT_FRONTIER_BUCKETS / (SORT_FRONTIER_WORKGROUP * SORT_FRONTIER_BUCKETS_PER_THREAD))

HUEDRIFT_PARAMS_BEGIN
struct SortFrontierParams {
    uint32_t capacity;                 // trajectories that one array of the frontier holds
    float half_l, half_a, half_b;      // sides of the box of all points, halved, units
    float cells_l, cells_a, cells_b;   // per unit
};
HUEDRIFT_PARAMS_END(SortFrontierParams, 28)
#endif
