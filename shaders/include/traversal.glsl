// A subgroup's traversal of the hierarchy of boxes, once for all queries in a box: a node within the radius
// of every query adds its sums, a node outside that of every query is skipped, and what remains are leaves,
// which wait to be read.
//
// A workgroup is one subgroup, and leaves are read several at a time: most time is spent waiting for memory,
// against which many small workgroups and many loads in flight help (measured: 1.2 times faster than
// workgroups of four subgroups). So do few registers, little shared memory and short code: packets and lone
// queries have separate shaders (1.2 times).
#ifndef HUEDRIFT_TRAVERSAL_GLSL
#define HUEDRIFT_TRAVERSAL_GLSL
#extension GL_KHR_shader_subgroup_ballot : require
#include "include/exact_sum.glsl"
#include "stages/mean_shift_params.h"

layout(local_size_x = MEAN_SHIFT_WORKGROUP, local_size_x_id = 3) in; // `width`
layout(constant_id = 0) const uint width = 32;       // threads of a subgroup = points of a leaf = children of a node
layout(constant_id = 1) const bool weighted = false; // frequency weighting
layout(constant_id = 2) const uint stack_size = 256; // nodes that may wait to be opened

layout(push_constant) uniform Push { MeanShiftParams params; };
layout(std430, binding = 2) readonly buffer L { int l[]; };
layout(std430, binding = 3) readonly buffer A { int a[]; };
layout(std430, binding = 4) readonly buffer B { int b[]; };
layout(std430, binding = 5) readonly buffer Weights { uint weights[]; };
layout(std430, binding = 6) readonly buffer Boxes { float boxes[]; };
layout(std430, binding = 7) readonly buffer Sums { int64_t sums[]; };
#ifdef SECOND_MOMENTS
// Of each node, the sum of weight times squared length: its low and high parts (see SECOND_MOMENT_BITS), each of all
// nodes.
layout(std430, binding = 8) readonly buffer Seconds { int64_t seconds[]; };
#endif

shared uint stack[stack_size]; // nodes still to be opened: level << 24 | index in the level
shared uint leaves[2 * width]; // that wait to be read

struct Traversal {
    vec3 low, high;            // the box of the queries
    Sum certain;               // this thread's share of the points within the radius of all queries
    uint nodes, leaves_found;  // that wait, in the arrays above
#ifdef SECOND_MOMENTS
    int64_t second_low, second_high; // this thread's share of their second moment
#endif
};

Traversal begin_traversal(vec3 low, vec3 high) {
    if (gl_SubgroupInvocationID == 0) stack[0] = params.levels << 24;
    subgroupBarrier();
#ifdef SECOND_MOMENTS
    return Traversal(low, high, Sum(0, 0, 0, 0), 1, 0, 0, 0);
#else
    return Traversal(low, high, Sum(0, 0, 0, 0), 1, 0);
#endif
}

// The squared distances of the nearest and the farthest point of a box from the queries' box.
vec2 reach(vec3 low, vec3 high, Traversal t) {
    const vec3 below = t.low - high, above = low - t.high;
    const vec3 near = max(max(below, above), vec3(0)), far = max(t.high - low, high - t.low);
    return vec2(dot(near, near), dot(far, far));
}

// The points that pad the last leaf (place_points.comp) are outside every ball even where the difference
// wraps around.
bool within(ivec3 point, ivec3 query) {
    const uint64_t squared_radius = uint64_t(params.squared_radius_high) << 32 | uint64_t(params.squared_radius_low);
    const ivec3 difference = point - query;
    const int64_t l2 = int64_t(difference.x) * int64_t(difference.x), a2 = int64_t(difference.y) * int64_t(difference.y),
                  b2 = int64_t(difference.z) * int64_t(difference.z);
    return uint64_t(l2) + uint64_t(a2) + uint64_t(b2) <= squared_radius;
}

// Opens the last waiting node.
void open_node(inout Traversal t) {
    const uint parent = stack[--t.nodes];
    const uint level = (parent >> 24) - 1, index = (parent & 0xffffffu) * width + gl_SubgroupInvocationID;
    const uint node = params.first_node[level] + index;
    bool surely = false, doubt = false;
    if (node < params.first_node[level + 1]) {
        const vec3 low = vec3(boxes[node], boxes[params.all_nodes + node], boxes[2 * params.all_nodes + node]);
        const vec3 high = vec3(boxes[3 * params.all_nodes + node], boxes[4 * params.all_nodes + node],
                               boxes[5 * params.all_nodes + node]);
        const vec2 squared = reach(low, high, t);
        surely = squared.y <= params.surely_in;
        doubt = !surely && squared.x <= params.surely_out;
    }
    if (surely)
        t.certain = plus(t.certain, Sum(sums[node], sums[params.all_nodes + node], sums[2 * params.all_nodes + node],
                                        sums[3 * params.all_nodes + node]));
#ifdef SECOND_MOMENTS
    if (surely) {
        t.second_low += seconds[node];
        t.second_high += seconds[params.all_nodes + node];
    }
#endif
    const uvec4 ballot = subgroupBallot(doubt);
    const uint before = subgroupBallotExclusiveBitCount(ballot), found = subgroupBallotBitCount(ballot);
    subgroupBarrier();
    if (level == 0) {
        if (doubt) leaves[t.leaves_found + before] = index;
        t.leaves_found += found;
    } else {
        if (doubt) stack[t.nodes + before] = level << 24 | index;
        t.nodes += found;
    }
    subgroupBarrier();
}

// Continues until enough leaves are found to be worth reading, or all that remain. False if the traversal had
// already ended.
bool find_leaves(inout Traversal t) {
    if (t.nodes == 0) return false;
    t.leaves_found = 0;
    subgroupBarrier();
    do open_node(t);
    while (t.leaves_found < width && t.nodes != 0);
    return true;
}

#endif
