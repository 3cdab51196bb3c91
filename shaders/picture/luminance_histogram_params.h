#ifndef HUEDRIFT_SHADERS_LUMINANCE_HISTOGRAM_PARAMS_H
#define HUEDRIFT_SHADERS_LUMINANCE_HISTOGRAM_PARAMS_H
#include "../include/shared.h"

#define LUMINANCE_HISTOGRAM_WORKGROUP 256
#define LUMINANCE_HISTOGRAM_BINS 1024 // 256 each of luma, red, green and blue

HUEDRIFT_PARAMS_BEGIN
struct LuminanceHistogramParams {
    uint32_t pixels;
    uint32_t threads; // each takes every threads-th pixel
};
HUEDRIFT_PARAMS_END(LuminanceHistogramParams, 8)
#endif
