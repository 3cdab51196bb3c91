#pragma once

#include "gpu/engine/loop.h"
#include "gpu/stages/frontier.h"
#include "reduction/engine.h"

namespace huedrift::gpu {

/// The starts and ends of trajectories that an engine follows; reused from call to call.
class FollowBuffers {
public:
    /// For up to `capacity` trajectories.
    FollowBuffers(const vulkan::Device& device, std::uint32_t capacity);

    const Points& starts() const { return starts_; }
    /// The slots of the table of settled cells.
    vulkan::BufferRange settled() const { return {settled_, 0, settled_bytes_}; }

    /// Writes the starts, relative to `origin`, and the settled cells.
    void write(const vulkan::Device& device, std::span<const Position> starts, const SettledCells* settled,
               const Position& origin);
    /// Recorded before the loop's first slice.
    void record_begin(vulkan::Recorder& recorder) const;
    /// Recorded once the loop has ended: copies what ends() reads.
    void record_read(vulkan::Recorder& recorder, const Trajectories& trajectories) const;
    /// The states and roots after the recorded work has run. `farthest`: as in LoopInput. Throws WrongResult
    /// for a trajectory without an end, or with one where no point can be.
    Follower::Ends ends(const vulkan::Device& device, const Position& origin, std::int64_t farthest) const;

private:
    static constexpr std::uint64_t min_settled_bytes = 16;
    enum Array : std::uint32_t { l, a, b, roots, arrays };
    std::span<const std::uint32_t> array(Array which) const;

    Points starts_; ///< in host-visible memory, as they are read once
    vulkan::Buffer settled_, settled_upload_;
    std::uint64_t settled_bytes_ = min_settled_bytes;
    vulkan::Buffer readback_;
};

/// The largest coordinate of a point or a start, relative to the origin. Throws Error(failed) for starts
/// farther than 2^29 from each other or from the points.
std::int64_t farthest_of(const Analysis& analysis, std::span<const Position> starts);

}
