#ifndef HUEDRIFT_BENCH_HISTOGRAM_SUM_PARAMS_H
#define HUEDRIFT_BENCH_HISTOGRAM_SUM_PARAMS_H
#include "shaders/include/shared.h"

#define HISTOGRAM_SUM_WORKGROUP 256

HUEDRIFT_PARAMS_BEGIN
struct HistogramSumParams {
    uint32_t chunks;
    uint32_t per_sum; // chunks that one sum takes in
};
HUEDRIFT_PARAMS_END(HistogramSumParams, 8)
#endif
