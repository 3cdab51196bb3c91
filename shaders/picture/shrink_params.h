#ifndef HUEDRIFT_SHADERS_SHRINK_PARAMS_H
#define HUEDRIFT_SHADERS_SHRINK_PARAMS_H
#include "../include/shared.h"

#define SHRINK_WORKGROUP 64

HUEDRIFT_PARAMS_BEGIN
struct ShrinkParams {
    uint32_t width, height;        // of the source
    float last_width, last_height; // of its last column and row: the share that the picture covers
};
HUEDRIFT_PARAMS_END(ShrinkParams, 16)
#endif
