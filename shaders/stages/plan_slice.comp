#version 460
// Begins a submission: sets its budget of evaluations and plans the first slice.
#extension GL_GOOGLE_include_directive : require
#include "plan_slice_params.h"
#define LOOP_BINDING 0
#include "include/loop.glsl"

layout(local_size_x = 1) in;
layout(push_constant) uniform Push { PlanSliceParams params; };

void main() {
    // The previous submission planned one more slice than it ran.
    state.slice = 0;
    state.budget = params.budget;
    plan_slice(params.plan);
}
