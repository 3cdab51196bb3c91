#pragma once

#include "gpu/buffer.h"
#include "shaders/stages/loop_state.h"

#include <cstdint>

namespace huedrift::gpu {

/// Which trajectory was in a state first. When the table is half full, its states become the older ones, and
/// those before them are forgotten.
struct VisitedTables {
    Buffer table, older;    ///< of VisitedState; the older one is only searched
    bool has_older = false; ///< else its contents are undefined

    std::uint32_t slots = 0; ///< that are used of each, a power of two
};

/// Trajectories: of each its state, its parent, and the loop's own data. As 2^24 of them fill
/// the memory, some buffers hold one thing during the loop and another in the result; each phase has its own
/// name for them.
class Trajectories {
public:
    /// `table_slots`: slots in each table of visited states, a power of two; halved until both fit into
    /// memory. `buckets`: of sort_frontier, a multiple of SORT_FRONTIER_BLOCK; 0 where it is never recorded.
    Trajectories(const Device& device, std::uint32_t capacity, std::uint32_t table_slots,
                 std::uint32_t buckets);

    /// Makes room for another number of trajectories, at most the capacity; as many slots and buckets as suit
    /// them are used, at most as many as there are.
    void resize(std::uint32_t count, std::uint32_t table_slots, std::uint32_t buckets);

    std::uint32_t capacity, count;
    Buffer l, a, b; ///< states
    Buffer parents;
    Buffer loop; ///< LoopState
    Buffer loop_readback;

    // During the loop.
    const Buffer& frontier() const { return two_each_; }   ///< two arrays of trajectories
    const Buffer& buckets() const { return root_numbers; } ///< of the frontier's trajectories
    const Buffer& ranks() const { return one_each_; } ///< of the frontier's trajectories in their buckets
    Buffer bucket_counts, bucket_begins;              ///< of sort_frontier
    std::uint32_t bucket_count = 0;                   ///< that are used
    VisitedTables visited;

    // In the result.
    const Buffer& tallies() const { return two_each_; } ///< of each root: colours; pixels, low halves
    const Buffer& mode_of() const { return one_each_; } ///< the root of each colour, in the colours' order
    Buffer root_numbers;                                ///< of the trajectories that are roots
    Buffer root_l, root_a, root_b;                      ///< states, by root number
    Buffer pixels_high;                                 ///< of each root: pixels, high halves
    Buffer mode_of_readback;

private:
    Buffer two_each_, one_each_; ///< numbers per trajectory
};

}
