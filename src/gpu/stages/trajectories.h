#pragma once

#include "shaders/stages/loop_state.h"
#include "vulkan/buffer.h"

#include <cstdint>

namespace huedrift::gpu {

/// The first trajectory in each state. When the table is half full, its states become the older ones, and the
/// previous older ones are forgotten.
struct VisitedTables {
    vulkan::Buffer table, older; ///< of VisitedState; `older` is only searched
    bool has_older = false;      ///< otherwise its contents are undefined

    std::uint32_t slots = 0; ///< used slots of each table, a power of two
};

/// The state and the parent of each trajectory, and the loop's own data.
struct Trajectories {
    /// `table_slots`: slots in each table of visited states, a power of two; halved until both fit into
    /// memory. `buckets`: of sort_frontier, a multiple of SORT_FRONTIER_BLOCK; 0 if it is never recorded.
    Trajectories(const vulkan::Device& device, std::uint32_t capacity, std::uint32_t table_slots,
                 std::uint32_t buckets);

    /// Sets another number of trajectories, up to the capacity, and a suitable number of slots and buckets,
    /// up to those allocated.
    void resize(std::uint32_t count, std::uint32_t table_slots, std::uint32_t buckets);

    std::uint32_t capacity, count;
    vulkan::Buffer l, a, b;  ///< states
    vulkan::Buffer parents;  ///< after resolve_modes: roots
    vulkan::Buffer frontier; ///< two arrays of trajectories
    vulkan::Buffer loop;     ///< LoopState
    vulkan::Buffer loop_readback;
    vulkan::Buffer buckets, ranks;               ///< of the frontier's trajectories, and in their buckets
    vulkan::Buffer bucket_counts, bucket_begins; ///< of sort_frontier
    std::uint32_t bucket_count = 0;              ///< used buckets
    VisitedTables visited;
};

}
