#pragma once

#include "gpu/stages/points.h"
#include "gpu/stages/trajectories.h"
#include "shaders/stages/compact_frontier_params.h"
#include "vulkan/pass.h"
#include "vulkan/recorder.h"

#include <optional>

namespace huedrift::gpu {

/// Stage 6: ends the trajectories that are at rest or meet another one, and builds the next frontier and its
/// arguments. Includes seed_frontier, which starts all trajectories, and plan_slice, which begins a
/// submission.
class CompactFrontier {
public:
    explicit CompactFrontier(const vulkan::Device& device);

    /// Sets every trajectory to its point, puts all into the frontier and empties the table. `rounds`: the
    /// iteration limit, if any.
    void record_seed(vulkan::Recorder& recorder, const Points& points, Trajectories& trajectories,
                     std::optional<std::uint32_t> rounds) const;
    /// Forgets the older states and makes the states of the table the older ones. A trajectory that meets a
    /// state later or never costs evaluations but changes no result.
    void record_forget(vulkan::Recorder& recorder, Trajectories& trajectories) const;
    void record_plan(vulkan::Recorder& recorder, const Trajectories& trajectories, const SlicePlan& plan,
                     std::uint32_t budget) const;
    /// `merge`: trajectories that meet share their future; only without an iteration limit.
    void record(vulkan::Recorder& recorder, const Trajectories& trajectories, const SlicePlan& plan,
                bool merge) const;

private:
    vulkan::Pass seed_, plan_, compact_;
};

}
