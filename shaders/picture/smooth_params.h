#ifndef HUEDRIFT_SHADERS_SMOOTH_PARAMS_H
#define HUEDRIFT_SHADERS_SMOOTH_PARAMS_H
#include "../include/shared.h"

#define SMOOTH_LARGEST_RADIUS 16
#define SMOOTH_ROWS 2   // rows a workgroup works on at a time, one row of threads each
#define SMOOTH_STRIP 64 // rows a workgroup slides down

HUEDRIFT_PARAMS_BEGIN
struct SmoothParams {
    uint32_t width;
    uint32_t source_rows; // of the source as it is bound
    uint32_t first_row;   // the source row of the first row of the result
    uint32_t rows;        // of the result
    uint32_t weights[SMOOTH_LARGEST_RADIUS + 1];
};
HUEDRIFT_PARAMS_END(SmoothParams, 84)
#endif
