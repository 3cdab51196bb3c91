#pragma once

#include "shaders/stages/sort_frontier_params.h"
#include "vulkan/stages/analysis.h"
#include "vulkan/stages/trajectories.h"

namespace huedrift::gpu {

/// Stage 7: brings the trajectories of the frontier that are neighbours now next to each other, by counting
/// them into buckets. It does so when LoopState says that it pays, else nothing, and it changes no result.
class SortFrontier {
public:
    explicit SortFrontier(const Device& device);

    /// Before the first time in a loop.
    void record_clear(Recorder& recorder, const Trajectories& trajectories) const;
    void record(Recorder& recorder, const Analysis& analysis, const Trajectories& trajectories) const;

private:
    Pass count_, place_, sort_;
};

}
