#version 460
// Steps of mean shift for each trajectory of the slice: the mean of all points within the radius, exact.
//
// A subgroup moves a packet of trajectories that are neighbours in the frontier. It goes down the hierarchy of boxes
// once for all of them: a node within reach of every query adds its sums, a node out of reach of every query is skipped,
// and what is left are leaves. A lone query tests their points as they come. For a packet they are sorted like the
// nodes, and each query tests alone the points that only some of the queries may reach: the closer the queries lie
// together the fewer they are.
//
// A workgroup is one subgroup, and leaves are read several at a time: most of the time goes with waiting for memory,
// for which many small workgroups and many loads at once are the remedy (measured: 1.2 times faster than workgroups
// of four subgroups). So are few registers, little shared memory and short code: packets and lone queries are
// variants of their own (1.2 times), and the tests of a packet are not part of the unrolled loop.
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#include "include/thread.glsl"
#include "mean_shift_params.h"

layout(local_size_x = MEAN_SHIFT_WORKGROUP, local_size_x_id = 4) in; // `width`
layout(constant_id = 0) const uint width = 32;       // threads of a subgroup = points of a leaf = children of a node
layout(constant_id = 1) const bool weighted = false; // points count as often as they occur
layout(constant_id = 2) const bool wide = false;     // sums of a batch may leave 32 bits
layout(constant_id = 3) const uint stack_size = 256; // nodes that may wait to be opened
layout(constant_id = 5) const bool lone = false;     // only packets of one query

layout(push_constant) uniform Push { MeanShiftParams params; };
layout(std430, binding = 0) buffer Loop { LoopState state; };
layout(std430, binding = 1) buffer Frontier { uint frontier[]; };
layout(std430, binding = 2) readonly buffer L { int l[]; };
layout(std430, binding = 3) readonly buffer A { int a[]; };
layout(std430, binding = 4) readonly buffer B { int b[]; };
layout(std430, binding = 5) readonly buffer Weights { uint weights[]; };
layout(std430, binding = 6) readonly buffer Boxes { float boxes[]; };
layout(std430, binding = 7) readonly buffer Sums { int64_t sums[]; };
layout(std430, binding = 8) buffer StateL { int state_l[]; };
layout(std430, binding = 9) buffer StateA { int state_a[]; };
layout(std430, binding = 10) buffer StateB { int state_b[]; };

// Leaves read, and doubtful points tested, at a time.
const uint lone_leaves = 8, packet_leaves = 2, tests_together = 4;
const uint tests_wait = width; // doubtful points that are worth a round of tests
const uint batch = lone ? 1 : tests_wait + packet_leaves * width;

shared uint stack[stack_size]; // nodes still to be opened: level << 24 | place in the level
shared uint leaves[2 * width]; // that wait to be read
shared ivec4 doubtful[batch];  // points and their weights
shared ivec4 queries[width];   // states of the packet

struct Sum {
    int64_t weight, l, a, b;
};

int64_t joined(ivec2 halves) { return int64_t(halves.y) << 32 | int64_t(uint(halves.x)); }

Sum plus(Sum x, Sum y) { return Sum(x.weight + y.weight, x.l + y.l, x.a + y.a, x.b + y.b); }

// The squared distances of the nearest and the farthest point of a box from the packet's box.
vec2 reach(vec3 low, vec3 high, vec3 packet_low, vec3 packet_high) {
    const vec3 below = packet_low - high, above = low - packet_high;
    const vec3 near = max(max(below, above), vec3(0)), far = max(packet_high - low, high - packet_low);
    return vec2(dot(near, near), dot(far, far));
}

// The points that fill the last leaf (place_points.comp) are out of reach even where the difference wraps around.
bool within(ivec3 point, ivec3 query) {
    const uint64_t squared_radius = uint64_t(params.squared_radius_high) << 32 | uint64_t(params.squared_radius_low);
    const ivec3 difference = point - query;
    const int64_t l2 = int64_t(difference.x) * int64_t(difference.x), a2 = int64_t(difference.y) * int64_t(difference.y),
                  b2 = int64_t(difference.z) * int64_t(difference.z);
    return uint64_t(l2) + uint64_t(a2) + uint64_t(b2) <= squared_radius;
}

// 64-bit subgroup sums without the extension for them: three limbs, none of which can overflow.
int64_t sum_over_subgroup(int64_t value) {
    const uint low = subgroupAdd(uint(value) & 0x3fffffu), middle = subgroupAdd(uint(value >> 22) & 0x3fffffu);
    const int high = subgroupAdd(int(value >> 44));
    return int64_t(low) + (int64_t(middle) << 22) + (int64_t(high) << 44);
}

// sum / weight rounded half up: a quotient from floats, improved once, is off by one at most, which the remainder
// in integers then settles.
int rounded_mean(int64_t sum, int64_t weight) {
    const float inverse = 1.0 / float(weight);
    int mean = int(float(sum) * inverse);
    int64_t rest = sum - int64_t(mean) * weight;
    const int more = int(float(rest) * inverse);
    mean += more;
    rest -= int64_t(more) * weight;
    if (2 * rest >= weight) return mean + 1;
    return 2 * rest < -weight ? mean - 1 : mean;
}

// What the packet in work is.
uint lane, packet;                  // the thread's place, the number of queries
vec3 packet_low, packet_high; // their box
ivec3 lone_query;
uint team, teams, query;            // threads that test for one query: which this is, how many, for which
Sum certain, own;                   // of points within reach of all queries; of the doubtful for `query`
uint waiting, leaves_waiting, doubts; // in the arrays above

void add_to(inout Sum sum, ivec3 point, uint weight) {
    const int64_t w = int64_t(weight);
    sum = plus(sum, Sum(w, w * int64_t(point.x), w * int64_t(point.y), w * int64_t(point.z)));
}

void add_narrow(inout Sum sum, ivec4 narrow) {
    sum = plus(sum, Sum(int64_t(narrow.w), int64_t(narrow.x), int64_t(narrow.y), int64_t(narrow.z)));
}

void test_doubtful() {
    subgroupBarrier();
    const ivec3 q = queries[query].xyz;
    ivec4 narrow = ivec4(0);
    for (uint i = team; i < doubts; i += tests_together * teams) {
        for (uint k = 0; k < tests_together; ++k) {
            const uint place = i + k * teams;
            const ivec4 point = doubtful[min(place, doubts - 1)];
            if (!within(point.xyz, q) || place >= doubts) continue;
            if (weighted || wide)
                add_to(own, point.xyz, uint(point.w));
            else
                narrow += ivec4(point.xyz, 1);
        }
    }
    add_narrow(own, narrow);
    doubts = 0;
    subgroupBarrier();
}

void sort_point(ivec3 point, uint weight, inout ivec4 narrow) {
    const vec2 squared = reach(vec3(point), vec3(point), packet_low, packet_high);
    const bool surely = squared.y <= params.surely_in;
    const bool doubt = !surely && squared.x <= params.surely_out;
    if (surely) {
        if (weighted || wide)
            add_to(certain, point, weight);
        else
            narrow += ivec4(point, 1);
    }
    const uvec4 ballot = subgroupBallot(doubt);
    if (doubt) doubtful[doubts + subgroupBallotExclusiveBitCount(ballot)] = ivec4(point, int(weight));
    doubts += subgroupBallotBitCount(ballot);
}

// The points of the leaves that wait, tested as they come.
void read_leaves() {
    ivec4 narrow = ivec4(0);
    for (uint i = 0; i < leaves_waiting; i += lone_leaves) {
        ivec3 points[lone_leaves];
        uint counts[lone_leaves];
        for (uint k = 0; k < lone_leaves; ++k) {
            const uint place = leaves[min(i + k, leaves_waiting - 1)] * width + lane;
            points[k] = ivec3(l[place], a[place], b[place]);
            counts[k] = weighted ? weights[place] : 1;
        }
        for (uint k = 0; k < lone_leaves; ++k) {
            if (i + k >= leaves_waiting) break;
            if (!within(points[k], lone_query)) continue;
            if (weighted || wide)
                add_to(certain, points[k], counts[k]);
            else
                narrow += ivec4(points[k], 1);
        }
    }
    add_narrow(certain, narrow);
}

// The same for a packet: sorted like nodes.
void sort_leaves() {
    ivec4 narrow = ivec4(0);
    for (uint i = 0; i < leaves_waiting; i += packet_leaves) {
        ivec3 points[packet_leaves];
        uint counts[packet_leaves];
        for (uint k = 0; k < packet_leaves; ++k) {
            const uint place = leaves[min(i + k, leaves_waiting - 1)] * width + lane;
            points[k] = ivec3(l[place], a[place], b[place]);
            counts[k] = weighted ? weights[place] : 1;
        }
        for (uint k = 0; k < packet_leaves; ++k) {
            if (i + k >= leaves_waiting) break;
            sort_point(points[k], counts[k], narrow);
        }
        if (doubts > tests_wait) test_doubtful();
    }
    add_narrow(certain, narrow);
}

// Opens the last node that waits.
void open_node() {
    const uint parent = stack[--waiting];
    const uint level = (parent >> 24) - 1, place = (parent & 0xffffffu) * width + lane;
    const uint node = params.first_node[level] + place;
    bool surely = false, doubt = false;
    if (node < params.first_node[level + 1]) {
        const vec3 low = vec3(boxes[node], boxes[params.all_nodes + node], boxes[2 * params.all_nodes + node]);
        const vec3 high = vec3(boxes[3 * params.all_nodes + node], boxes[4 * params.all_nodes + node],
                                   boxes[5 * params.all_nodes + node]);
        const vec2 squared = reach(low, high, packet_low, packet_high);
        surely = squared.y <= params.surely_in;
        doubt = !surely && squared.x <= params.surely_out;
    }
    if (surely)
        certain = plus(certain, Sum(sums[node], sums[params.all_nodes + node], sums[2 * params.all_nodes + node],
                                    sums[3 * params.all_nodes + node]));
    const uvec4 ballot = subgroupBallot(doubt);
    const uint before = subgroupBallotExclusiveBitCount(ballot), found = subgroupBallotBitCount(ballot);
    subgroupBarrier();
    if (level == 0) {
        if (doubt) leaves[leaves_waiting + before] = place;
        leaves_waiting += found;
    } else {
        if (doubt) stack[waiting + before] = level << 24 | place;
        waiting += found;
    }
    subgroupBarrier();
}

// The threads of a team add up what each found for their query; the first `team` has it then.
void join_teams() {
    for (uint half_size = width / 2; half_size >= width / teams; half_size /= 2) {
        if (lane >= half_size && lane < 2 * half_size) {
            doubtful[2 * lane] = ivec4(own.weight, own.weight >> 32, own.l, own.l >> 32);
            doubtful[2 * lane + 1] = ivec4(own.a, own.a >> 32, own.b, own.b >> 32);
        }
        subgroupBarrier();
        if (lane < half_size) {
            const ivec4 x = doubtful[2 * (lane + half_size)];
            const ivec4 y = doubtful[2 * (lane + half_size) + 1];
            own = plus(own, Sum(joined(x.xy), joined(x.zw), joined(y.xy), joined(y.zw)));
        }
        subgroupBarrier();
    }
}

// One step for the packet whose states are in `queries`; thread i < packet gets that of query i.
ivec3 step_packet() {
    uint queries_each = 1; // rounded up to a power of two, so that teams are of one size
    while (queries_each < packet) queries_each *= 2;
    teams = width / queries_each;
    team = lane / queries_each;
    query = min(lane % queries_each, packet - 1);
    certain = own = Sum(0, 0, 0, 0);
    doubts = leaves_waiting = 0;
    if (lane == 0) stack[0] = params.levels << 24;
    waiting = 1;
    subgroupBarrier();
    while (waiting != 0) {
        open_node();
        if (leaves_waiting < width && waiting != 0) continue;
        if (lone)
            read_leaves();
        else
            sort_leaves();
        leaves_waiting = 0;
        subgroupBarrier();
    }
    if (!lone) {
        test_doubtful();
        join_teams();
    }
    const Sum sum = plus(own, Sum(sum_over_subgroup(certain.weight), sum_over_subgroup(certain.l),
                                  sum_over_subgroup(certain.a), sum_over_subgroup(certain.b)));
    // A ball around a mean may be empty; its query stays.
    if (sum.weight == 0) return queries[query].xyz;
    return ivec3(rounded_mean(sum.l, sum.weight), rounded_mean(sum.a, sum.weight), rounded_mean(sum.b, sum.weight));
}

// The steps that a slice of few trajectories makes at once.
void move_lone(uint place, uint trajectory) {
    const uint steps = state.steps;
    uint step = 0;
    bool rests = false;
    while (step < steps && !rests) {
        const ivec3 next = step_packet();
        ++step;
        rests = next == lone_query;
        lone_query = next;
        packet_low = packet_high = vec3(next);
        if (lane == 0) queries[0].xyz = next;
    }
    if (lane != 0) return;
    if (rests) frontier[place] = trajectory | AT_REST;
    state_l[trajectory] = lone_query.x;
    state_a[trajectory] = lone_query.y;
    state_b[trajectory] = lone_query.z;
    if (steps != 1) atomicAdd(state.steps_made, step);
}

void move_packet(uint place) {
    const ivec3 next = step_packet();
    if (lane >= packet) return;
    const ivec4 before = queries[lane];
    if (next == before.xyz) frontier[place + lane] = uint(before.w) | AT_REST;
    state_l[before.w] = next.x;
    state_a[before.w] = next.y;
    state_b[before.w] = next.z;
}

void main() {
    lane = gl_SubgroupInvocationID;
    const uint first = workgroup_index() * state.queries;
    if (first >= state.slice) return;
    const uint slot = state.side * params.capacity + state.begin + first;
    if (lone) {
        const uint trajectory = frontier[slot];
        const ivec3 q = ivec3(state_l[trajectory], state_a[trajectory], state_b[trajectory]);
        packet = 1;
        packet_low = packet_high = vec3(q);
        lone_query = q;
        if (lane == 0) queries[0] = ivec4(q, trajectory);
        subgroupBarrier();
        move_lone(slot, trajectory);
        return;
    }
    const uint count = min(state.queries, state.slice - first);
    const uint trajectory = lane < count ? frontier[slot + lane] : 0;
    const ivec3 q = ivec3(state_l[trajectory], state_a[trajectory], state_b[trajectory]);
    uint most = count;
    for (uint done = 0; done < count; done += packet) {
        // As many of the next queries as lie close together, probably about as many as last time.
        packet = min(count - done, most);
        ivec3 low, high;
        for (;; packet = (packet + 1) / 2) {
            const bool inside = lane >= done && lane < done + packet;
            low = subgroupMin(inside ? q : ivec3(0x7fffffff));
            high = subgroupMax(inside ? q : ivec3(-0x7fffffff));
            const ivec3 sides = high - low;
            if (packet == 1 || max(sides.x, max(sides.y, sides.z)) <= params.widest) break;
        }
        most = 2 * packet;
        if (lane >= done && lane < done + packet) queries[lane - done] = ivec4(q, trajectory);
        packet_low = vec3(low);
        packet_high = vec3(high);
        subgroupBarrier();
        move_packet(slot + done);
        subgroupBarrier();
    }
}
