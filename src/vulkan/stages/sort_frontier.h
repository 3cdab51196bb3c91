#pragma once

#include "shaders/stages/sort_frontier_params.h"
#include "vulkan/stages/analysis.h"
#include "vulkan/stages/trajectories.h"

namespace huedrift::gpu {

/// Stage 7: brings neighbouring trajectories of the frontier together, by counting them into buckets along
/// the gilbert curve. LoopState says whether it is due; it never changes a result.
class SortFrontier {
public:
    explicit SortFrontier(const Device& device);

    /// Call it before the first record() of the loop.
    void record_clear(Recorder& recorder, const Trajectories& trajectories) const;
    void record(Recorder& recorder, const Analysis& analysis, const Trajectories& trajectories) const;

private:
    Pass count_, place_, sort_;
};

}
