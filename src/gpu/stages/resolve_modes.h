#pragma once

#include "gpu/stages/analysis.h"
#include "gpu/stages/trajectories.h"

namespace huedrift::gpu {

/// Stage 8: finds the root of every trajectory by pointer jumping, then the colours and pixels of each root.
class ResolveModes {
public:
    explicit ResolveModes(const vulkan::Device& device);

    /// Dispatches LoopState::resolve_groups workgroups, which may be none. Afterwards LoopState::roots is the
    /// number of roots.
    void record(vulkan::Recorder& recorder, const Analysis& analysis, const Trajectories& trajectories) const;
    /// Finds only the roots (Trajectories::parents).
    void record_roots(vulkan::Recorder& recorder, const Trajectories& trajectories) const;

private:
    vulkan::Pass resolve_, list_, count_;
};

}
