#version 460
// The smallest box around all points. A thread folds many points, a subgroup folds its threads, and one atomic per
// subgroup and coordinate remains.
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#include "find_bbox_params.h"
#include "include/thread.glsl"

layout(local_size_x = FIND_BBOX_WORKGROUP) in;
layout(push_constant) uniform Push { FindBboxParams params; };
layout(std430, binding = 0) readonly buffer L { int l[]; };
layout(std430, binding = 1) readonly buffer A { int a[]; };
layout(std430, binding = 2) readonly buffer B { int b[]; };
layout(std430, binding = 3) buffer Box { int box[6]; }; // least l, a, b, greatest l, a, b

void main() {
    ivec3 least = ivec3(0x7fffffff), greatest = ivec3(-0x7fffffff - 1);
    for (uint i = thread_index(FIND_BBOX_WORKGROUP); i < params.count; i += params.threads) {
        const ivec3 point = ivec3(l[i], a[i], b[i]);
        least = min(least, point);
        greatest = max(greatest, point);
    }
    least = subgroupMin(least);
    greatest = subgroupMax(greatest);
    if (subgroupElect()) {
        atomicMin(box[0], least.x);
        atomicMin(box[1], least.y);
        atomicMin(box[2], least.z);
        atomicMax(box[3], greatest.x);
        atomicMax(box[4], greatest.y);
        atomicMax(box[5], greatest.z);
    }
}
