#version 460
// Writes the points in the order of group_points, relative to the origin of all later stages. The padding of
// the last leaf lies outside every ball.
#extension GL_GOOGLE_include_directive : require
#include "group_points_params.h"
#include "include/thread.glsl"

layout(local_size_x = GROUP_POINTS_WORKGROUP) in;
layout(push_constant) uniform Push { PlacePointsParams params; };
layout(std430, binding = 0) readonly buffer L { int l[]; };
layout(std430, binding = 1) readonly buffer A { int a[]; };
layout(std430, binding = 2) readonly buffer B { int b[]; };
layout(std430, binding = 3) readonly buffer Weights { uint weights[]; };
layout(std430, binding = 4) readonly buffer Numbers { uint numbers[]; };
layout(std430, binding = 5) writeonly buffer PlacedL { int placed_l[]; };
layout(std430, binding = 6) writeonly buffer PlacedA { int placed_a[]; };
layout(std430, binding = 7) writeonly buffer PlacedB { int placed_b[]; };
layout(std430, binding = 8) writeonly buffer PlacedWeights { uint placed_weights[]; };

void main() {
    const uint i = thread_index(GROUP_POINTS_WORKGROUP);
    if (i >= params.padded) return;
    ivec3 point = ivec3(0x7fffffff);
    uint weight = 0;
    if (i < params.count) {
        const uint number = numbers[i];
        point = ivec3(l[number] - params.origin_l, a[number] - params.origin_a, b[number] - params.origin_b);
        weight = weights[number];
    }
    placed_l[i] = point.x;
    placed_a[i] = point.y;
    placed_b[i] = point.z;
    placed_weights[i] = weight;
}
