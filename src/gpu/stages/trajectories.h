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

/// The state and the parent of each trajectory, and the loop's own data. As 2^24 trajectories fill the
/// memory, some buffers hold one thing during the loop and another in the result, with a name for each.
class Trajectories {
public:
    /// `table_slots`: slots in each table of visited states, a power of two; halved until both fit into
    /// memory. `buckets`: of sort_frontier, a multiple of SORT_FRONTIER_BLOCK; 0 if it is never recorded.
    Trajectories(const vulkan::Device& device, std::uint32_t capacity, std::uint32_t table_slots,
                 std::uint32_t buckets);

    /// Sets another number of trajectories, up to the capacity, and a suitable number of slots and buckets,
    /// up to those allocated.
    void resize(std::uint32_t count, std::uint32_t table_slots, std::uint32_t buckets);

    std::uint32_t capacity, count;
    vulkan::Buffer l, a, b; ///< states
    vulkan::Buffer parents;
    vulkan::Buffer loop; ///< LoopState
    vulkan::Buffer loop_readback;

    // During the loop.
    const vulkan::Buffer& frontier() const { return two_each_; }   ///< two arrays of trajectories
    const vulkan::Buffer& buckets() const { return root_numbers; } ///< of the frontier's trajectories
    const vulkan::Buffer& ranks() const {
        return one_each_;
    }                                            ///< of the frontier's trajectories in their buckets
    vulkan::Buffer bucket_counts, bucket_begins; ///< of sort_frontier
    std::uint32_t bucket_count = 0;              ///< used buckets
    VisitedTables visited;

    // In the result.
    const vulkan::Buffer& tallies() const { return two_each_; } ///< of each root: colours; pixels, low halves
    const vulkan::Buffer& mode_of() const {
        return one_each_;
    }                                      ///< the root of each colour, in the colours' order
    vulkan::Buffer root_numbers;           ///< of the trajectories that are roots
    vulkan::Buffer root_l, root_a, root_b; ///< states, by root number
    vulkan::Buffer pixels_high;            ///< of each root: pixels, high halves
    vulkan::Buffer mode_of_readback;

private:
    vulkan::Buffer two_each_, one_each_; ///< numbers per trajectory
};

}
