#ifndef HUEDRIFT_SHADERS_SEED_FRONTIER_PARAMS_H
#define HUEDRIFT_SHADERS_SEED_FRONTIER_PARAMS_H
#include "../include/shared.h"

#define SEED_FRONTIER_WORKGROUP 256

HUEDRIFT_PARAMS_BEGIN
struct SeedFrontierParams {
    uint32_t count; // points
};
HUEDRIFT_PARAMS_END(SeedFrontierParams, 4)
#endif
