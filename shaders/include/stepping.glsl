// The common part of the shaders that move trajectories: the loop, the states, and the end of trajectories.
#ifndef HUEDRIFT_STEPPING_GLSL
#define HUEDRIFT_STEPPING_GLSL
#include "include/traversal.glsl"

layout(constant_id = 5) const bool wide = false; // sums of a batch may exceed 32 bits

layout(std430, binding = 0) buffer Loop { LoopState state; };
layout(std430, binding = 1) buffer Frontier { uint frontier[]; };
layout(std430, binding = 8) buffer StateL { int state_l[]; };
layout(std430, binding = 9) buffer StateA { int state_a[]; };
layout(std430, binding = 10) buffer StateB { int state_b[]; };
layout(std430, binding = 11) readonly buffer Settled { uint settled[]; }; // CubeTable::Slot: key, low and high; entry

const int HALF = 1 << 23; // of the space along a and b, a multiple of every cube's side

ivec3 origin() { return ivec3(params.origin_l, params.origin_a, params.origin_b); }

// rounded_step() of reduction/trajectory.h.
ivec3 rounded_step(ivec3 query, ivec3 next) {
    const ivec3 sides = abs(next - query);
    const int length = max(sides.x, max(sides.y, sides.z));
    if (params.rounded == 0 || length < 16) return next;
    const int k = findMSB(length) - 1;
    return ((next + origin() + (1 << k >> 1)) >> k << k) - origin();
}

// CubeTable::find() of reduction/settled_cells.h.
bool holds_cube(ivec3 position, uint bits) {
    const ivec3 cube = (position + ivec3(0, HALF, HALF)) >> int(bits);
    const uint64_t key = (uint64_t(1) << (25 - bits) | uint64_t(uint(cube.x))) << 42 | uint64_t(uint(cube.y)) << 21 |
                         uint64_t(uint(cube.z));
    const uint low = uint(key), high = uint(key >> 32);
    uint h = low * 0x9e3779b1u;
    h = (h ^ (h >> 15) ^ high) * 0x85ebca77u;
    h ^= h >> 15;
    for (uint probe = 0; probe < params.settled_slots; ++probe) {
        const uint slot = 3 * (h + probe & params.settled_slots - 1);
        if (settled[slot] == low && settled[slot + 1] == high) return true;
        if ((settled[slot] | settled[slot + 1]) == 0) return false;
    }
    return false;
}

// Whether a trajectory that has moved from `query` to `next` ends.
bool ends_at(ivec3 query, ivec3 next) {
    if (next == query) return true;
    const ivec3 position = next + origin();
    for (uint levels = params.settled_levels; levels != 0; levels >>= 8)
        if (holds_cube(position, levels & 0xffu)) return true;
    return false;
}

#endif
