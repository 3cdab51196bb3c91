#ifndef HUEDRIFT_SHADERS_SUM_CELLS_PARAMS_H
#define HUEDRIFT_SHADERS_SUM_CELLS_PARAMS_H
#include "../include/shared.h"

#define SUM_CELLS_WORKGROUP 128

// The hierarchy: `width` consecutive points are a leaf, and `width` consecutive nodes of one level are a node
// of the next. All levels lie one after another in the same arrays, leaves first. Each node has six floats,
// its box, and for each weighting four 64-bit integers: the weight and the weighted sums of l, a and b.
// Second moments, the sums of weight times squared length, take up to 87 bits: the low SECOND_MOMENT_BITS
// bits of the squares and the rest are summed separately. Each weighting has an array of the low parts of all
// nodes, and one of the high parts.
#define SECOND_MOMENT_BITS 26
#define TREE_LEVELS 12 // enough for 2^24 points in leaves of 4

HUEDRIFT_PARAMS_BEGIN
struct SumCellsParams {
    uint32_t level;       // 0: from points
    uint32_t children;    // on the level below, or points
    uint32_t first_child; // node index; of points 0
    uint32_t nodes;       // on this level
    uint32_t first_node;
    uint32_t all_nodes; // of the hierarchy
    uint32_t width;
};
HUEDRIFT_PARAMS_END(SumCellsParams, 28)
#endif
