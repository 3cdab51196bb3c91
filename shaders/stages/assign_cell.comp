#version 460
// Computes the key of each point, the index of its cell on the curve, and the point's number, which
// group_points sorts along.
#extension GL_GOOGLE_include_directive : require
#include "assign_cell_params.h"
#include "include/gilbert.glsl"
#include "include/thread.glsl"

layout(local_size_x = ASSIGN_CELL_WORKGROUP) in;
layout(push_constant) uniform Push { AssignCellParams params; };
layout(std430, binding = 0) readonly buffer L { int l[]; };
layout(std430, binding = 1) readonly buffer A { int a[]; };
layout(std430, binding = 2) readonly buffer B { int b[]; };
layout(std430, binding = 3) writeonly buffer Keys { uint keys[]; };
layout(std430, binding = 4) writeonly buffer Numbers { uint numbers[]; };

void main() {
    const uint i = thread_index(ASSIGN_CELL_WORKGROUP);
    if (i >= params.count) return;
    // Unsigned: the distance from the corner may exceed 2^31, but never 2^32.
    const uvec3 offset = uvec3(l[i] - params.low_l, a[i] - params.low_a, b[i] - params.low_b);
    keys[i] = gilbert_rank(ivec3(params.cells_l, params.cells_a, params.cells_b), ivec3(offset / params.cell));
    numbers[i] = i;
}
