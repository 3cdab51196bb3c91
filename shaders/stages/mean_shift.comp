#version 460
// One step of mean shift for each trajectory of the slice: the exact mean of all points within the radius.
//
// A subgroup moves a packet of neighbouring trajectories in the frontier and traverses the hierarchy once for
// all of them. It classifies the points of leaves like nodes. Each query then tests on its own only the
// points within the radius of some queries but perhaps not all: the closer together the queries, the fewer.
// These tests stay outside the unrolled loop over leaves, which keeps the code short.
#extension GL_GOOGLE_include_directive : require
#include "include/thread.glsl"
#include "include/stepping.glsl"

const uint leaves_together = 2, tests_together = 4; // leaves to read and doubtful points to test at a time
const uint tests_wait = width;                      // doubtful points that justify a round of tests

shared ivec4 doubtful[tests_wait + leaves_together * width]; // points and their weights
shared ivec4 queries[width];                                 // states of the packet, and their trajectories

struct Packet {
    uint size;        // queries
    uint team, teams; // threads that test for one query: the index of this thread's team, and their number
    uint query;       // that this thread tests for
    Sum own;          // of the doubtful points within its radius
    uint doubts;      // points in `doubtful`
};

Packet make_packet(uint size) {
    uint queries_each = 1; // a power of two, so that all teams have the same size
    while (queries_each < size) queries_each *= 2;
    const uint lane = gl_SubgroupInvocationID;
    return Packet(size, lane / queries_each, width / queries_each, min(lane % queries_each, size - 1),
                  Sum(0, 0, 0, 0), 0);
}

void test_doubtful(inout Packet packet) {
    subgroupBarrier();
    const ivec3 query = queries[packet.query].xyz;
    ivec4 narrow = ivec4(0);
    for (uint i = packet.team; i < packet.doubts; i += tests_together * packet.teams) {
        for (uint k = 0; k < tests_together; ++k) {
            const uint index = i + k * packet.teams;
            const ivec4 point = doubtful[min(index, packet.doubts - 1)];
            if (!within(point.xyz, query) || index >= packet.doubts) continue;
            if (weighted || wide)
                add_point(packet.own, point.xyz, uint(point.w));
            else
                narrow += ivec4(point.xyz, 1);
        }
    }
    add_narrow(packet.own, narrow);
    packet.doubts = 0;
    subgroupBarrier();
}

void sort_point(inout Traversal t, inout Packet packet, ivec3 point, uint weight, inout ivec4 narrow) {
    const vec2 squared = reach(vec3(point), vec3(point), t);
    const bool surely = squared.y <= params.surely_in;
    const bool doubt = !surely && squared.x <= params.surely_out;
    if (surely) {
        if (weighted || wide)
            add_point(t.certain, point, weight);
        else
            narrow += ivec4(point, 1);
    }
    const uvec4 ballot = subgroupBallot(doubt);
    if (doubt) doubtful[packet.doubts + subgroupBallotExclusiveBitCount(ballot)] = ivec4(point, int(weight));
    packet.doubts += subgroupBallotBitCount(ballot);
}

void sort_leaves(inout Traversal t, inout Packet packet) {
    ivec4 narrow = ivec4(0);
    for (uint i = 0; i < t.leaves; i += leaves_together) {
        ivec3 points[leaves_together];
        uint counts[leaves_together];
        for (uint k = 0; k < leaves_together; ++k) {
            const uint index = leaves[min(i + k, t.leaves - 1)] * width + gl_SubgroupInvocationID;
            points[k] = ivec3(l[index], a[index], b[index]);
            counts[k] = weighted ? weights[index] : 1;
        }
        for (uint k = 0; k < leaves_together; ++k) {
            if (i + k >= t.leaves) break;
            sort_point(t, packet, points[k], counts[k], narrow);
        }
        if (packet.doubts > tests_wait) test_doubtful(packet);
    }
    add_narrow(t.certain, narrow);
}

int64_t joined(ivec2 halves) { return int64_t(halves.y) << 32 | int64_t(uint(halves.x)); }

// Adds the threads' sums for each query; the first team then holds them.
void join_teams(inout Packet packet) {
    const uint lane = gl_SubgroupInvocationID;
    for (uint half_size = width / 2; half_size >= width / packet.teams; half_size /= 2) {
        if (lane >= half_size && lane < 2 * half_size) {
            const Sum own = packet.own;
            doubtful[2 * lane] = ivec4(own.weight, own.weight >> 32, own.l, own.l >> 32);
            doubtful[2 * lane + 1] = ivec4(own.a, own.a >> 32, own.b, own.b >> 32);
        }
        subgroupBarrier();
        if (lane < half_size) {
            const ivec4 x = doubtful[2 * (lane + half_size)];
            const ivec4 y = doubtful[2 * (lane + half_size) + 1];
            packet.own = plus(packet.own, Sum(joined(x.xy), joined(x.zw), joined(y.xy), joined(y.zw)));
        }
        subgroupBarrier();
    }
}

// The sums of the points within the radius of the states in `queries`; thread i gets the sum of query i.
Sum sum_around(Packet packet, vec3 low, vec3 high) {
    Traversal t = begin_traversal(low, high);
    while (find_leaves(t)) sort_leaves(t, packet);
    test_doubtful(packet);
    join_teams(packet);
    return plus(packet.own, sum_over_subgroup(t.certain));
}

void move(Packet packet, vec3 low, vec3 high, uint slot) {
    const Sum sum = sum_around(packet, low, high);
    const uint lane = gl_SubgroupInvocationID;
    if (lane >= packet.size) return;
    const ivec4 before = queries[lane];
    const ivec3 next = rounded_step(before.xyz, mean_of(sum, before.xyz));
    if (ends_at(before.xyz, next)) frontier[slot + lane] = uint(before.w) | AT_REST;
    state_l[before.w] = next.x;
    state_a[before.w] = next.y;
    state_b[before.w] = next.z;
}

void main() {
    const uint lane = gl_SubgroupInvocationID, first = workgroup_index() * state.queries;
    if (first >= state.slice) return;
    const uint slot = state.side * params.capacity + state.begin + first;
    const uint count = min(state.queries, state.slice - first);
    const uint trajectory = lane < count ? frontier[slot + lane] : 0;
    const ivec3 query = ivec3(state_l[trajectory], state_a[trajectory], state_b[trajectory]);
    uint most = count;
    for (uint done = 0, size = 0; done < count; done += size) {
        // Takes as many of the next queries as lie close together, probably about as many as last time.
        size = min(count - done, most);
        ivec3 low, high;
        for (;; size = (size + 1) / 2) {
            const bool inside = lane >= done && lane < done + size;
            low = subgroupMin(inside ? query : ivec3(0x7fffffff));
            high = subgroupMax(inside ? query : ivec3(-0x7fffffff));
            const ivec3 sides = high - low;
            if (size == 1 || max(sides.x, max(sides.y, sides.z)) <= params.widest) break;
        }
        most = 2 * size;
        if (lane >= done && lane < done + size) queries[lane - done] = ivec4(query, trajectory);
        subgroupBarrier();
        move(make_packet(size), vec3(low), vec3(high), slot + done);
        subgroupBarrier();
    }
}
