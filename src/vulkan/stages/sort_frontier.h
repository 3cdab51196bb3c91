#pragma once

#include "shaders/stages/sort_frontier_params.h"
#include "vulkan/stages/analysis.h"
#include "vulkan/stages/runs.h"

namespace huedrift::gpu {

/// Stage 7: brings the runs of the frontier that are neighbours now next to each other, by counting them into
/// buckets. It does so when LoopState says that it pays, else nothing, and it changes no result.
class SortFrontier {
public:
    explicit SortFrontier(const Device& device);

    static std::vector<PassDescription> descriptions();
    /// Before the first time in a loop.
    void record_clear(Recorder& recorder, const Runs& runs) const;
    void record(Recorder& recorder, const Analysis& analysis, const Runs& runs) const;

private:
    Pass count_, place_, sort_;
};

}
