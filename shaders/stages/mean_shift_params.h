#ifndef HUEDRIFT_SHADERS_MEAN_SHIFT_PARAMS_H
#define HUEDRIFT_SHADERS_MEAN_SHIFT_PARAMS_H
#include "loop_state.h"
#include "sum_cells_params.h"

// The default number of threads per workgroup.
#define MEAN_SHIFT_WORKGROUP 32

HUEDRIFT_PARAMS_BEGIN
struct MeanShiftParams {
    uint32_t capacity;                    // trajectories in one array of the frontier
    uint32_t levels;                      // of the hierarchy
    uint32_t first_node[TREE_LEVELS + 1]; // of each level; the last is the number of all nodes
    float surely_in;                      // float decides squared distances up to this
    float surely_out;                     // and beyond this
    uint32_t squared_radius_low, squared_radius_high;
    int32_t widest; // side of the box around queries with a common traversal
    uint32_t all_nodes;
    uint32_t rounded;                     // not 0: steps are rounded
    uint32_t settled_slots;               // of the table of settled cells
    uint32_t settled_levels;              // the sizes of its cubes, as Cube::bits, a byte each; 0: none
    int32_t origin_l, origin_a, origin_b; // the origin of the device's positions
};
HUEDRIFT_PARAMS_END(MeanShiftParams, 108)
#endif
