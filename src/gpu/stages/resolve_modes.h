#pragma once

#include "gpu/stages/trajectories.h"
#include "vulkan/pass.h"
#include "vulkan/recorder.h"

namespace huedrift::gpu {

/// Stage 8: finds the root of every trajectory by pointer jumping.
class ResolveModes {
public:
    explicit ResolveModes(const vulkan::Device& device);

    /// Dispatches LoopState::resolve_groups workgroups, which may be none. Afterwards parents are roots.
    void record(vulkan::Recorder& recorder, const Trajectories& trajectories) const;

private:
    vulkan::Pass pass_;
};

}
