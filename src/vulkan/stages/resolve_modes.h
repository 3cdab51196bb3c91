#pragma once

#include "vulkan/stages/analysis.h"
#include "vulkan/stages/runs.h"

namespace huedrift::gpu {

/// Stage 8: the end of every run by pointer jumping, then per end how many colours and pixels it has.
class ResolveModes {
public:
    explicit ResolveModes(const Device& device);

    static std::vector<PassDescription> descriptions();
    /// Takes its workgroups from LoopState::resolve_groups: with none there it does nothing.
    /// Afterwards LoopState::ends is their number.
    void record(Recorder& recorder, const Analysis& analysis, const Runs& runs) const;

private:
    Pass resolve_, list_, count_;
};

}
