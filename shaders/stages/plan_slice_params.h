#ifndef HUEDRIFT_SHADERS_PLAN_SLICE_PARAMS_H
#define HUEDRIFT_SHADERS_PLAN_SLICE_PARAMS_H
#include "loop_state.h"

HUEDRIFT_PARAMS_BEGIN
struct PlanSliceParams {
    SlicePlan plan;
    uint32_t budget; // evaluations that this submission may make
};
HUEDRIFT_PARAMS_END(PlanSliceParams, 36)
#endif
