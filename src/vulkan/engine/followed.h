#pragma once

#include "reduction/follower.h"
#include "vulkan/engine/loop.h"
#include "vulkan/stages/resolve_modes.h"

#include <algorithm>

namespace huedrift::gpu {

/// Trajectories that start anywhere, on their way among the points of an analysis.
class Followed {
public:
    /// `table_slots` and `buckets` as for Trajectories. Throws Error(failed) for starts farther than 2^29
    /// from each other or from the points.
    Followed(Device& device, const Analysis& analysis, std::span<const Position> starts,
             std::uint32_t table_slots, std::uint32_t buckets);

    bool start_at(std::span<const Position> starts) const { return std::ranges::equal(starts, positions_); }
    Moving moving() { return {trajectories_, starts_, numbers_, farthest_}; }

    /// Recorded behind the loop's last slice: finds the roots and copies what modes() reads.
    void record_end(Recorder& recorder, const ResolveModes& resolve_modes) const;
    /// After that has run.
    Follower::Modes modes() const;

private:
    enum Array : std::uint32_t { l, a, b, roots, densities, arrays = densities + 2 };
    std::span<const std::uint32_t> array(Array which) const;

    std::vector<Position> positions_; ///< of the starts
    Position origin_;
    std::int64_t farthest_;
    Points starts_;
    Trajectories trajectories_;
    Buffer numbers_; ///< each trajectory's own
    Buffer readback_;
};

}
