#version 460
// Runs after every step. A trajectory at rest ends. A trajectory in a state that another one has visited
// shares its future and ends, with the other as its parent. The rest enter their states into the table of
// visited states and form the next frontier.
//
// No thread waits for another: the dispatch before wrote all states of a slice, so a thread that finds a slot
// claimed during this dispatch reads the claimant's state from there, not from the slot.
#extension GL_GOOGLE_include_directive : require
#include "compact_frontier_params.h"
#include "include/thread.glsl"

layout(local_size_x = COMPACT_FRONTIER_WORKGROUP) in;
#define SCAN_WORKGROUP COMPACT_FRONTIER_WORKGROUP
#include "include/scan.glsl"
layout(push_constant) uniform Push { CompactFrontierParams params; };
#define LOOP_BINDING 0
#include "include/loop.glsl"
layout(std430, binding = 1) buffer Frontier { uint frontier[]; };
layout(std430, binding = 2) readonly buffer StateL { int state_l[]; };
layout(std430, binding = 3) readonly buffer StateA { int state_a[]; };
layout(std430, binding = 4) readonly buffer StateB { int state_b[]; };
layout(std430, binding = 5) writeonly buffer Parents { uint parents[]; };
layout(std430, binding = 6) coherent buffer Table { VisitedState table[]; };
layout(std430, binding = 7) readonly buffer Older { VisitedState older[]; };

const uint NO_TRAJECTORY = 0xffffffffu;

shared uint entries, target;

uint hash(ivec3 q) {
    // Jenkins' one-at-a-time over the coordinates, finished as in MurmurHash3: states differ in few low bits.
    uint h = uint(q.x) * 0x9e3779b1u;
    h = (h ^ (h >> 15) ^ uint(q.y)) * 0x85ebca77u;
    h = (h ^ (h >> 13) ^ uint(q.z)) * 0xc2b2ae3du;
    h = (h ^ (h >> 16)) * 0x7feb352du;
    return h ^ (h >> 15);
}

// The earlier trajectory in state q; NO_TRAJECTORY if the table has none. Then q is entered for `trajectory`
// if there is room: the host empties the table when it is half full, between submissions.
uint first_in(ivec3 q, uint h, uint trajectory) {
    const uint stamp = state.step << params.owner_bits, owner_mask = (1u << params.owner_bits) - 1;
    const bool stamps_repeat = state.step >> 32 - params.owner_bits != 0;
    const bool enter = state.inserted < params.table_slots / 4 * 3;
    for (uint probe = 0; probe < TABLE_PROBES; ++probe) {
        const uint slot = h + probe & params.table_slots - 1;
        uint owner = table[slot].owner;
        if (owner == 0) {
            if (!enter) return NO_TRAJECTORY;
            owner = atomicCompSwap(table[slot].owner, 0, stamp | trajectory + 1);
            if (owner == 0) {
                table[slot].l = q.x;
                table[slot].a = q.y;
                table[slot].b = q.z;
                atomicAdd(entries, 1);
                return NO_TRAJECTORY;
            }
        }
        const uint other = (owner & owner_mask) - 1;
        const bool fresh = (owner & ~owner_mask) == stamp;
        // The stamp repeats after 2^(32 - owner_bits) slices; from then on an old entry may be mistaken for a
        // fresh one. Two trajectories in q that both end in this slice could then become each other's
        // parents; parents with lower numbers only cannot form a cycle.
        if (fresh && (other == trajectory || stamps_repeat && other > trajectory)) continue;
        const ivec3 visited = fresh ? ivec3(state_l[other], state_a[other], state_b[other])
                                    : ivec3(table[slot].l, table[slot].a, table[slot].b);
        if (visited == q) return other;
    }
    return NO_TRAJECTORY;
}

// The same, in the older table.
uint first_in_older(ivec3 q, uint h) {
    for (uint probe = 0; probe < TABLE_PROBES && params.older_slots != 0; ++probe) {
        const VisitedState visited = older[h + probe & params.older_slots - 1];
        if (visited.owner == 0) break;
        if (ivec3(visited.l, visited.a, visited.b) == q)
            return (visited.owner & (1u << params.owner_bits) - 1) - 1;
    }
    return NO_TRAJECTORY;
}

// Whether `trajectory`, now in state q, continues. If not, records its parent.
bool goes_on(uint trajectory, ivec3 q) {
    if (params.table_slots == 0) return true;
    const uint h = hash(q);
    uint first = first_in(q, h, trajectory);
    if (first == NO_TRAJECTORY) first = first_in_older(q, h);
    if (first == NO_TRAJECTORY) return true;
    parents[trajectory] = first;
    return false;
}

void main() {
    const uint i = thread_index(COMPACT_FRONTIER_WORKGROUP);
    if (gl_LocalInvocationID.x == 0) entries = 0;
    barrier();
    uint trajectory = 0;
    bool moves = false;
    if (i < state.slice) {
        const uint entry = frontier[state.side * params.capacity + state.begin + i];
        trajectory = entry & ~AT_REST;
        const ivec3 q = ivec3(state_l[trajectory], state_a[trajectory], state_b[trajectory]);
        moves = (entry & AT_REST) == 0 && goes_on(trajectory, q);
    }

    // The survivors of a workgroup keep their order, so that neighbours in the frontier stay neighbours in space.
    uint total;
    const uint index = sum_before(moves ? 1 : 0, total);
    if (gl_LocalInvocationID.x == 0) {
        const uint next_side = 1 - state.side;
        target = next_side * params.capacity;
        if (total != 0) target += atomicAdd(state.counts[next_side], total);
        atomicAdd(state.inserted, entries);
    }
    // Nobody reads the state beyond this barrier: the last workgroup may already have planned the next slice.
    barrier();
    if (moves) frontier[target + index] = trajectory;

    // The last workgroup to end plans the next slice.
    if (gl_LocalInvocationID.x == 0) {
        memoryBarrierBuffer();
        const uint groups = gl_NumWorkGroups.x * gl_NumWorkGroups.y;
        if (atomicAdd(state.done, 1) == groups - 1) {
            memoryBarrierBuffer();
            plan_slice(params.plan);
        }
    }
}
