#ifndef HUEDRIFT_SHADERS_FIND_BBOX_PARAMS_H
#define HUEDRIFT_SHADERS_FIND_BBOX_PARAMS_H
#include "../include/shared.h"

#define FIND_BBOX_WORKGROUP 256

HUEDRIFT_PARAMS_BEGIN
struct FindBboxParams {
    uint32_t count;   // points
    uint32_t threads; // each takes every threads-th point
};
HUEDRIFT_PARAMS_END(FindBboxParams, 8)
#endif
