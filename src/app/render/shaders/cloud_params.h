#ifndef HUEDRIFT_APP_CLOUD_PARAMS_H
#define HUEDRIFT_APP_CLOUD_PARAMS_H
#include "shaders/include/shared.h"

// No colour, and no kind of cone.
#define CLOUD_NONE 0xffffffffu

HUEDRIFT_PARAMS_BEGIN
// Colours are 0xRRGGBB.
struct CloudParams {
    float middle_l, middle_a, middle_b; // of Oklab, that is seen at the origin
    float origin_x, origin_y;           // pixels of the window
    float unit;                         // of Oklab, in pixels
    float turn_cos, turn_sin, tilt_cos, tilt_sin;
    float width, height;    // of the window, pixels
    float half_side;        // of a point, pixels
    float beyond;           // the share of the second states in those that are shown
    uint32_t shows_results; // points have the colours of the result instead of the source's
    uint32_t highlight;     // a colour of the result, or none
    float dimming;          // of all others, 0 to 1
    uint32_t backdrop;
    uint32_t missing_cone; // 0: long, 1: middle, 2: short wavelengths, or none
};
HUEDRIFT_PARAMS_END(CloudParams, 76)
#endif
