#ifndef HUEDRIFT_SHADERS_ASSIGN_CELL_PARAMS_H
#define HUEDRIFT_SHADERS_ASSIGN_CELL_PARAMS_H
#include "../include/shared.h"

#define ASSIGN_CELL_WORKGROUP 128

HUEDRIFT_PARAMS_BEGIN
struct AssignCellParams {
    uint32_t count;                    // points
    uint32_t cell;                     // side of a cell, units
    int32_t low_l, low_a, low_b;       // corner of the box of all points, units
    int32_t cells_l, cells_a, cells_b; // cells along each side
};
HUEDRIFT_PARAMS_END(AssignCellParams, 32)
#endif
