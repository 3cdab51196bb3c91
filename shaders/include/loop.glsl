// The loop's state on the device. LOOP_BINDING is defined before the include.
#ifndef HUEDRIFT_LOOP_GLSL
#define HUEDRIFT_LOOP_GLSL

#include "include/plan_next_slice.h"

layout(std430, binding = LOOP_BINDING) coherent buffer Loop { LoopState state; };

// Called by one thread while no other accesses the state. Reads and writes the whole state: one wait for
// memory instead of thirty.
void plan_slice(SlicePlan plan) {
    const LoopState present = state;
    state = plan_next_slice(present, plan);
}

#endif
