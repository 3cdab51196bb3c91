#ifndef HUEDRIFT_SHADERS_REMAP_PARAMS_H
#define HUEDRIFT_SHADERS_REMAP_PARAMS_H
#include "../include/shared.h"

#define REMAP_WORKGROUP 256

HUEDRIFT_PARAMS_BEGIN
struct RemapParams {
    uint32_t pixels;
};
HUEDRIFT_PARAMS_END(RemapParams, 4)
#endif
