#ifndef HUEDRIFT_SHADERS_RESOLVE_MODES_PARAMS_H
#define HUEDRIFT_SHADERS_RESOLVE_MODES_PARAMS_H
#include "loop_state.h"

#define RESOLVE_MODES_WORKGROUP 256
// Parents that one thread follows per pass. Each pass shortens every path by this factor, so five of them
// reach the end of a path of 2^30 trajectories.
#define RESOLVE_MODES_STEPS 64
#define RESOLVE_MODES_PASSES 5

HUEDRIFT_PARAMS_BEGIN
struct ResolveModesParams {
    uint32_t count; // trajectories
};
HUEDRIFT_PARAMS_END(ResolveModesParams, 4)
#endif
