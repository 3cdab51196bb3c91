#ifndef HUEDRIFT_APP_PARAMS_H
#define HUEDRIFT_APP_PARAMS_H
#include "shaders/include/shared.h"

// Specialisation constants, for lavapipe computes every branch: whether a pane shows how far its two pictures
// are apart instead of the first, whether a window pixel covers more than one, whether those of each are
// means of a level of the pyramid instead of pixels, whether it highlights a colour, whether it is shown as
// seen without one kind of cone.
#define VIEW_DIFFERS 0
#define VIEW_SHRINKS 1
#define VIEW_LEFT_FROM_LEVEL 2
#define VIEW_RIGHT_FROM_LEVEL 3
#define VIEW_HIGHLIGHTS 4
#define VIEW_SIMULATES 5

// The colours of distances from zero to the hottest: black over violet and orange to pale yellow. Lighter is
// farther, for colour-blind people, too.
#define HEAT_STOPS 5
#define HEAT_R 0.03, 0.30, 0.73, 0.98, 0.99
#define HEAT_G 0.03, 0.10, 0.21, 0.55, 0.97
#define HEAT_B 0.07, 0.45, 0.33, 0.20, 0.75

HUEDRIFT_PARAMS_BEGIN
// Colours are 0xRRGGBB.
struct ViewParams {
    float left, top;     // of the picture, in pixels of the window
    float step;          // picture pixels per window pixel
    float width, height; // of the picture
    uint32_t level;      // halvings of its sides that are shown
    uint32_t level_width, level_height;
    uint32_t first_row;    // of the level, that the first two buffers begin with
    uint32_t result_level; // the third buffer's halvings of the picture's sides
    uint32_t result_width;
    uint32_t first_result_row; // that the third buffer begins with
    uint32_t highlight;        // result colour
    float dimming;             // of all other colours, 0 to 1
    float hottest;             // Oklab distance at the end of the ramp
    uint32_t check_light, check_dark;
    float check_side; // pixels of the window
    uint32_t backdrop;
    uint32_t missing_cone; // 0: long, 1: middle, 2: short wavelengths
};
HUEDRIFT_PARAMS_END(ViewParams, 80)

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
