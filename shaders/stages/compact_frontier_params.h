#ifndef HUEDRIFT_SHADERS_COMPACT_FRONTIER_PARAMS_H
#define HUEDRIFT_SHADERS_COMPACT_FRONTIER_PARAMS_H
#include "loop_state.h"

#define COMPACT_FRONTIER_WORKGROUP 256
// Slots of the visited-state table that a trajectory inspects before it continues unmerged.
#define TABLE_PROBES 16

HUEDRIFT_PARAMS_BEGIN
struct CompactFrontierParams {
    SlicePlan plan;
    uint32_t capacity;    // trajectories that one array of the frontier holds
    uint32_t table_slots; // a power of two, or 0: only trajectories at rest end
    uint32_t older_slots; // 0 until states have been forgotten
    uint32_t owner_bits;  // of a trajectory's number plus one
};
HUEDRIFT_PARAMS_END(CompactFrontierParams, 48)

HUEDRIFT_PARAMS_BEGIN
// A slot of the visited-state table. `owner` is 0 while it is free, else the trajectory that was in this
// state first, plus one, with the low bits of LoopState::step above its owner_bits.
struct VisitedState {
    uint32_t owner;
    int32_t l, a, b;
};
HUEDRIFT_PARAMS_END(VisitedState, 16)
#endif
