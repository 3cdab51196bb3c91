#ifndef HUEDRIFT_BENCH_PUBLISHED_MEAN_SHIFT_PARAMS_H
#define HUEDRIFT_BENCH_PUBLISHED_MEAN_SHIFT_PARAMS_H
#include "shaders/include/shared.h"

#define PUBLISHED_WORKGROUP 64

HUEDRIFT_PARAMS_BEGIN
struct PublishedMeanShiftParams {
    float min_l, min_a, min_b;
    float range_l, range_a, range_b;
    float radius;
    uint32_t moving; // colours
    uint32_t steps;  // at most, in this dispatch
};
HUEDRIFT_PARAMS_END(PublishedMeanShiftParams, 36)
#endif
