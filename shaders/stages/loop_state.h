#ifndef HUEDRIFT_SHADERS_LOOP_STATE_H
#define HUEDRIFT_SHADERS_LOOP_STATE_H
#include "../include/shared.h"

HUEDRIFT_PARAMS_BEGIN
// Arguments of an indirect dispatch: workgroups along each axis.
struct Groups {
    uint32_t x, y, z;
};
HUEDRIFT_STRUCT_END(Groups, 12)

// The state of the loop mean_shift -> compact_frontier. It stays on the device, and the host reads it between
// submissions. The frontier is the list of moving trajectories (one per point): two arrays of their numbers,
// one to read and one to write. A round moves every trajectory of the frontier by one step, a slice of the
// frontier at a time.
HUEDRIFT_PARAMS_BEGIN
struct LoopState {
    Groups packet_groups;                       // of mean_shift, for packets
    Groups lone_groups;                         // of mean_shift_lone by one subgroup a trajectory
    Groups team_groups;                         // of mean_shift_lone by a team: two of the three have none
    Groups compact_groups;                      // of compact_frontier
    Groups resolve_groups;                      // of resolve_modes: none until the loop ends
    Groups sort_groups;                         // of count_buckets and sort_frontier
    Groups place_groups;                        // of place_buckets
    uint32_t placed;                            // trajectories that have a bucket
    uint32_t side;                              // which array of the frontier is read, 0 or 1
    uint32_t counts[2];                         // trajectories in each array
    uint32_t begin;                             // of the slice in the array that is read
    uint32_t slice;                             // trajectories in it
    uint32_t queries;                           // trajectories that one subgroup moves
    uint32_t steps;                             // that each of its trajectories makes in this round
    uint32_t steps_made;                        // by the trajectories of the slice, where `steps` is not 1
    uint32_t round;                             // the most steps that a trajectory of the frontier has made
    uint32_t rounds_left;                       // until the iteration limit
    uint32_t budget;                            // evaluations that this submission may still make
    uint32_t step;                              // slices so far: tells new entries of the table from old ones
    uint32_t inserted;                          // entries of the table
    uint32_t done;                              // workgroups of compact_frontier that have ended
    uint32_t evaluations_low, evaluations_high; // in all
};
HUEDRIFT_STRUCT_END(LoopState, 152)

HUEDRIFT_PARAMS_BEGIN
// How a slice is spread over the device.
struct SlicePlan {
    uint32_t
        busy_subgroups; // that keep the device busy: fewer than two trajectories each get one of their own
    uint32_t width;     // of a subgroup
    uint32_t team_max;  // a slice of up to this many trajectories gives each a team of subgroups
    uint32_t long_round_max;   // a frontier of up to this many trajectories makes several steps a round,
    uint32_t long_round_steps; // this many: its rounds are short and mostly latency
    uint32_t sort_min; // a frontier of at least this many is sorted; the largest number: no sort is recorded
    uint32_t blocks;   // of buckets for sorting it
    uint32_t trajectories; // in all
};
HUEDRIFT_PARAMS_END(SlicePlan, 32)

// The bit of a frontier entry that marks a trajectory at rest: F(q) = q.
#define AT_REST 0x80000000u
#endif
