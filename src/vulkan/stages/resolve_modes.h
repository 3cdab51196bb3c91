#pragma once

#include "vulkan/stages/analysis.h"
#include "vulkan/stages/trajectories.h"

namespace huedrift::gpu {

/// Stage 8: the root of every trajectory by pointer jumping, then per root how many colours and pixels it
/// has.
class ResolveModes {
public:
    explicit ResolveModes(const Device& device);

    /// Takes its workgroups from LoopState::resolve_groups: with none there it does nothing.
    /// Afterwards LoopState::roots is their number.
    void record(Recorder& recorder, const Analysis& analysis, const Trajectories& trajectories) const;

private:
    Pass resolve_, list_, count_;
};

}
