// A workgroup's traversal of the hierarchy of boxes, once for all queries in a box: it adds the sums of a node
// within the radius of every query, skips a node outside the radius of every query, and lists the remaining
// leaves, which wait to be read.
//
// Leaves are read several at a time: most time is spent waiting for memory, against which many small workgroups
// and many loads in flight help (measured: one subgroup a workgroup is 1.2 times faster than four that work by
// themselves). So do few registers, little shared memory and short code: packets and lone queries have separate
// shaders (1.2 times). Where queries are too few to fill a device, a team of subgroups shares each traversal.
#ifndef HUEDRIFT_TRAVERSAL_GLSL
#define HUEDRIFT_TRAVERSAL_GLSL
#extension GL_KHR_shader_subgroup_ballot : require
#include "include/exact_sum.glsl"
#include "stages/mean_shift_params.h"

layout(local_size_x = MEAN_SHIFT_WORKGROUP, local_size_x_id = 3) in; // width * team
layout(constant_id = 0) const uint width = 32;       // threads of a subgroup = points of a leaf = children of a node
layout(constant_id = 1) const bool weighted = false; // frequency weighting
layout(constant_id = 2) const uint stack_size = 256; // nodes that may wait to be opened, for each subgroup
layout(constant_id = 4) const uint team = 1;         // subgroups of the workgroup

layout(push_constant) uniform Push { MeanShiftParams params; };
layout(std430, binding = 2) readonly buffer L { int l[]; };
layout(std430, binding = 3) readonly buffer A { int a[]; };
layout(std430, binding = 4) readonly buffer B { int b[]; };
layout(std430, binding = 5) readonly buffer Weights { uint weights[]; };
layout(std430, binding = 6) readonly buffer Boxes { float boxes[]; };
layout(std430, binding = 7) readonly buffer Sums { int64_t sums[]; };
#ifdef SECOND_MOMENTS
// Per node, the sum of weight times squared length as low and high parts (see SECOND_MOMENT_BITS), each part
// an array over all nodes.
layout(std430, binding = 8) readonly buffer Seconds { int64_t seconds[]; };
#endif

shared uint stack[stack_size * team]; // nodes still to be opened: level << 24 | index in the level
shared uint leaves[2 * width * team]; // that wait to be read
shared uint team_found[4]; // leaves and nodes in this turn, and in the next

struct Traversal {
    vec3 low, high;            // the box of the queries
    Sum certain;               // this thread's share of the points within the radius of all queries
    uint nodes, leaves;        // that wait, in the arrays above
    uint turn;                 // of a team, 0 or 2: the place of its counts
#ifdef SECOND_MOMENTS
    int64_t second_low, second_high; // this thread's share of their second moment
#endif
};

void wait_for_team() {
    if (team == 1)
        subgroupBarrier();
    else
        barrier();
}

Traversal begin_traversal(vec3 low, vec3 high) {
    if (gl_LocalInvocationIndex == 0) {
        stack[0] = params.levels << 24;
        team_found[0] = team_found[1] = 0;
    }
    wait_for_team();
#ifdef SECOND_MOMENTS
    return Traversal(low, high, Sum(0, 0, 0, 0), 1, 0, 0, 0, 0);
#else
    return Traversal(low, high, Sum(0, 0, 0, 0), 1, 0, 0);
#endif
}

// The squared distances of the nearest and the farthest point of a box from the queries' box.
vec2 reach(vec3 low, vec3 high, Traversal t) {
    const vec3 below = t.low - high, above = low - t.high;
    const vec3 near = max(max(below, above), vec3(0)), far = max(t.high - low, high - t.low);
    return vec2(dot(near, near), dot(far, far));
}

// The padding of the last leaf (place_points.comp) is outside every ball even if the difference wraps around.
bool within(ivec3 point, ivec3 query) {
    const uint64_t squared_radius = uint64_t(params.squared_radius_high) << 32 | uint64_t(params.squared_radius_low);
    const ivec3 difference = point - query;
    const int64_t l2 = int64_t(difference.x) * int64_t(difference.x), a2 = int64_t(difference.y) * int64_t(difference.y),
                  b2 = int64_t(difference.z) * int64_t(difference.z);
    return uint64_t(l2) + uint64_t(a2) + uint64_t(b2) <= squared_radius;
}

// Opens a node: adds the sums of its children within the radius of all queries. Whether this thread's child must be
// opened, too, as node `index` of the level below.
bool open_node(inout Traversal t, uint level, uint index) {
    const uint node = params.first_node[level] + index;
    if (node >= params.first_node[level + 1]) return false;
    const vec3 low = vec3(boxes[node], boxes[params.all_nodes + node], boxes[2 * params.all_nodes + node]);
    const vec3 high = vec3(boxes[3 * params.all_nodes + node], boxes[4 * params.all_nodes + node],
                           boxes[5 * params.all_nodes + node]);
    const vec2 squared = reach(low, high, t);
    const bool surely = squared.y <= params.surely_in;
    if (surely)
        t.certain = plus(t.certain, Sum(sums[node], sums[params.all_nodes + node], sums[2 * params.all_nodes + node],
                                        sums[3 * params.all_nodes + node]));
#ifdef SECOND_MOMENTS
    if (surely) {
        t.second_low += seconds[node];
        t.second_high += seconds[params.all_nodes + node];
    }
#endif
    return !surely && squared.x <= params.surely_out;
}

// The place for `found` values of this subgroup, after those of the other subgroups of its team.
uint claim(uint found, uint count) {
    uint first = 0;
    if (subgroupElect()) first = atomicAdd(team_found[count], found);
    return subgroupBroadcastFirst(first);
}

// Opens the last waiting node; a team opens one for each subgroup.
void open_nodes(inout Traversal t) {
    const uint opened = min(t.nodes, team), mine = team == 1 ? 0 : gl_SubgroupID;
    const bool opens = mine < opened;
    const uint parent = opens ? stack[t.nodes - 1 - mine] : 0;
    t.nodes -= opened;
    const uint level = (parent >> 24) - 1, index = (parent & 0xffffffu) * width + gl_SubgroupInvocationID;
    const bool doubt = opens && open_node(t, level, index);
    const uvec4 ballot = subgroupBallot(doubt);
    const uint before = subgroupBallotExclusiveBitCount(ballot), found = subgroupBallotBitCount(ballot);
    wait_for_team();
    if (team == 1) {
        if (doubt && level == 0) leaves[t.leaves + before] = index;
        if (doubt && level != 0) stack[t.nodes + before] = level << 24 | index;
        if (level == 0)
            t.leaves += found;
        else
            t.nodes += found;
        wait_for_team();
        return;
    }
    if (gl_LocalInvocationIndex == 0) team_found[2 - t.turn] = team_found[3 - t.turn] = 0;
    if (opens && level == 0) {
        const uint first = t.leaves + claim(found, t.turn);
        if (doubt) leaves[first + before] = index;
    } else if (opens) {
        const uint first = t.nodes + claim(found, t.turn + 1);
        if (doubt) stack[first + before] = level << 24 | index;
    }
    wait_for_team();
    t.leaves += team_found[t.turn];
    t.nodes += team_found[t.turn + 1];
    t.turn = 2 - t.turn;
}

// Continues until enough leaves are found to be worth reading, or all remaining ones. Returns false if the
// traversal had already ended.
bool find_leaves(inout Traversal t) {
    if (t.nodes == 0) return false;
    t.leaves = 0;
    wait_for_team();
    do open_nodes(t);
    while (t.leaves < width * team && t.nodes != 0);
    return true;
}

#endif
