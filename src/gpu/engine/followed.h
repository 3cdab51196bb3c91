#pragma once

#include "gpu/engine/loop.h"
#include "gpu/stages/resolve_modes.h"
#include "reduction/follower.h"

#include <optional>

namespace huedrift::gpu {

/// The starts and ends of trajectories that an engine follows; reused from call to call.
class Followed {
public:
    /// For up to `capacity` trajectories.
    Followed(const vulkan::Device& device, std::uint32_t capacity);

    std::uint32_t capacity() const { return capacity_; }
    const Points& starts() const { return starts_; }
    /// The slots of the table of settled cells.
    const vulkan::Buffer& settled() const { return settled_; }

    /// Writes the starts, relative to `origin`, and the settled cells.
    void write(const vulkan::Device& device, std::span<const Position> starts, const SettledCells* settled,
               const Position& origin);
    /// Recorded before the loop's first slice.
    void record_begin(vulkan::Recorder& recorder) const;
    /// Recorded after the last slice: finds the roots and copies what ends() reads.
    void record_end(vulkan::Recorder& recorder, const ResolveModes& resolve_modes,
                    const Trajectories& trajectories) const;
    /// The final state of each trajectory, after the recorded work has run. None if a trajectory has no end.
    std::optional<std::vector<Position>> ends(const Position& origin) const;

private:
    enum Array : std::uint32_t { l, a, b, roots, arrays };
    std::span<const std::uint32_t> array(Array which) const;

    std::uint32_t capacity_;
    Points starts_; ///< in host-visible memory, as they are read once
    vulkan::Buffer settled_, settled_upload_;
    vulkan::Buffer readback_;
};

/// The largest coordinate of a point or a start, relative to the origin. Throws Error(failed) for starts
/// farther than 2^29 from each other or from the points.
std::int64_t farthest_of(const Analysis& analysis, std::span<const Position> starts);

}
