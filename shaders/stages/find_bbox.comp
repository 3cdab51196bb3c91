#version 460
// Finds the smallest box around all points. A thread folds many points, a subgroup folds its threads, and one
// atomic per subgroup and coordinate remains.
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#include "find_bbox_params.h"
#include "include/thread.glsl"

layout(local_size_x = FIND_BBOX_WORKGROUP) in;
layout(push_constant) uniform Push { FindBboxParams params; };
layout(std430, binding = 0) readonly buffer L { int l[]; };
layout(std430, binding = 1) readonly buffer A { int a[]; };
layout(std430, binding = 2) readonly buffer B { int b[]; };
layout(std430, binding = 3) buffer Box { int box[6]; }; // low.l, low.a, low.b, high.l, high.a, high.b

void main() {
    ivec3 low = ivec3(0x7fffffff), high = ivec3(-0x7fffffff - 1);
    for (uint i = thread_index(FIND_BBOX_WORKGROUP); i < params.count; i += params.threads) {
        const ivec3 point = ivec3(l[i], a[i], b[i]);
        low = min(low, point);
        high = max(high, point);
    }
    low = subgroupMin(low);
    high = subgroupMax(high);
    if (subgroupElect()) {
        atomicMin(box[0], low.x);
        atomicMin(box[1], low.y);
        atomicMin(box[2], low.z);
        atomicMax(box[3], high.x);
        atomicMax(box[4], high.y);
        atomicMax(box[5], high.z);
    }
}
