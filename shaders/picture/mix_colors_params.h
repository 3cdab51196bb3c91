#ifndef HUEDRIFT_SHADERS_MIX_COLORS_PARAMS_H
#define HUEDRIFT_SHADERS_MIX_COLORS_PARAMS_H
#include "../include/shared.h"

#define MIX_WORKGROUP 64
#define MIXTURE_SIZE 64

HUEDRIFT_PARAMS_BEGIN
struct MixColorsParams {
    uint32_t colors;
    uint32_t entries;
    int32_t bound[3];  // of the error
    uint32_t strength; // in parts of 2^16
};
HUEDRIFT_PARAMS_END(MixColorsParams, 24)
#endif
