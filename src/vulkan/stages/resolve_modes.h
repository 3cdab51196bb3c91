#pragma once

#include "vulkan/stages/analysis.h"
#include "vulkan/stages/trajectories.h"

namespace huedrift::gpu {

/// Stage 8: finds the root of every trajectory by pointer jumping, then the colours and pixels of each root.
class ResolveModes {
public:
    explicit ResolveModes(const Device& device);

    /// Dispatches LoopState::resolve_groups workgroups, which may be none. Afterwards LoopState::roots is the
    /// number of roots.
    void record(Recorder& recorder, const Analysis& analysis, const Trajectories& trajectories) const;
    /// Finds only the roots (Trajectories::parents).
    void record_roots(Recorder& recorder, const Trajectories& trajectories) const;

private:
    Pass resolve_, list_, count_;
};

}
