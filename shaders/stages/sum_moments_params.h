#ifndef HUEDRIFT_SHADERS_SUM_MOMENTS_PARAMS_H
#define HUEDRIFT_SHADERS_SUM_MOMENTS_PARAMS_H
#include "mean_shift_params.h"

// The pass takes MeanShiftParams, with the number of positions as `capacity`. Each position has 64-bit
// values: the weight, the sums of l, a and b, and the second moment in two parts (SECOND_MOMENT_BITS).
#define SUM_MOMENTS_VALUES 6
#endif
