#ifndef HUEDRIFT_SHADERS_GROUP_POINTS_PARAMS_H
#define HUEDRIFT_SHADERS_GROUP_POINTS_PARAMS_H
#include "../include/shared.h"

// A radix sort by 4 bits at a time. It is stable, so equal keys keep the order of their colours and every
// device gives the same order. A workgroup takes a block of keys; a thread takes consecutive ones.
#define GROUP_POINTS_WORKGROUP 128
#define GROUP_POINTS_KEYS_PER_THREAD 16
#define GROUP_POINTS_BLOCK (GROUP_POINTS_WORKGROUP * GROUP_POINTS_KEYS_PER_THREAD)
#define GROUP_POINTS_DIGIT_BITS 4
#define GROUP_POINTS_DIGITS 16

HUEDRIFT_PARAMS_BEGIN
struct GroupPointsParams {
    uint32_t count;  // keys
    uint32_t blocks; // of GROUP_POINTS_BLOCK keys
    uint32_t shift;  // of the digit in the key
};
HUEDRIFT_PARAMS_END(GroupPointsParams, 12)

HUEDRIFT_PARAMS_BEGIN
struct ScanDigitsParams {
    uint32_t count; // numbers to be replaced by the sum of those before them
};
HUEDRIFT_PARAMS_END(ScanDigitsParams, 4)

HUEDRIFT_PARAMS_BEGIN
struct PlacePointsParams {
    uint32_t count;                       // points
    uint32_t padded;                      // with the padding of the last leaf
    int32_t origin_l, origin_a, origin_b; // units
};
HUEDRIFT_PARAMS_END(PlacePointsParams, 20)
#endif
