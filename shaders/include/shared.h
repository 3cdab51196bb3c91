// Makes a stage's parameter header, and integer functions, valid C++ and GLSL. Members are 4-byte scalars,
// which both languages lay out alike; push constants need not be a multiple of 16 bytes.
#ifndef HUEDRIFT_SHADERS_SHARED_H
#define HUEDRIFT_SHADERS_SHARED_H

#ifdef __cplusplus
#include <stdint.h>
#define HUEDRIFT_PARAMS_BEGIN namespace huedrift::gpu {
#define HUEDRIFT_PARAMS_END(name, bytes)                                                                     \
    static_assert(bytes <= 128, "more push constants than every device supports");                           \
    HUEDRIFT_STRUCT_END(name, bytes)
#define HUEDRIFT_STRUCT_END(name, bytes)                                                                     \
    static_assert(sizeof(name) == bytes && alignof(name) == 4);                                              \
    }
#define HUEDRIFT_FUNCTIONS_BEGIN namespace huedrift::gpu {
#define HUEDRIFT_FUNCTIONS_END }
#define HUEDRIFT_FUNCTION inline
#else
#define HUEDRIFT_PARAMS_BEGIN
#define HUEDRIFT_PARAMS_END(name, bytes)
#define HUEDRIFT_STRUCT_END(name, bytes)
#define HUEDRIFT_FUNCTIONS_BEGIN
#define HUEDRIFT_FUNCTIONS_END
#define HUEDRIFT_FUNCTION
#define int32_t int
#define uint32_t uint
#endif

#endif
