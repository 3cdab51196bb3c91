#pragma once

#include "gpu/buffer.h"
#include "shaders/stages/loop_state.h"

#include <cstdint>

namespace huedrift::gpu {

/// One run per point of an image: where it is, whose future it shares, and what the loop keeps beside. Arrays
/// are reused from one stage to the next, because 2^24 runs fill memory: the comments say for what.
struct Runs {
    /// `table_slots`: of the table of visited states, a power of two; halved until the device has room for
    /// it.
    /// `buckets`: of sort_frontier, 0 where it is never recorded.
    Runs(const Device& device, std::uint32_t count, std::uint32_t table_slots, std::uint32_t buckets);

    std::uint32_t count;
    std::uint32_t slots;
    Buffer l, a, b;             ///< states
    Buffer end_l, end_a, end_b; ///< states of the ends
    Buffer parents;
    Buffer frontier; ///< two arrays of runs; then colours and pixels (low halves) of each end
    Buffer table;
    Buffer loop; ///< LoopState
    Buffer loop_readback;
    Buffer ends; ///< the number of the end of each run that is one
    Buffer pixels_high;
    Buffer bucket_counts, bucket_begins; ///< of sort_frontier
    Buffer mode_of; ///< places of runs in their buckets; then per colour, in the order of the colours
    Buffer mode_of_readback;
};

}
