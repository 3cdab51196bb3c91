#pragma once

#include "gpu/stages/analysis.h"
#include "gpu/stages/trajectories.h"
#include "shaders/stages/sort_frontier_params.h"

namespace huedrift::gpu {

/// Stage 7: brings neighbouring trajectories of the frontier together, by counting them into buckets along
/// the gilbert curve. LoopState says whether it is due; it never changes a result.
class SortFrontier {
public:
    explicit SortFrontier(const vulkan::Device& device);

    /// Call it before the first record() of the loop.
    void record_clear(vulkan::Recorder& recorder, const Trajectories& trajectories) const;
    void record(vulkan::Recorder& recorder, const Analysis& analysis, const Trajectories& trajectories) const;

private:
    vulkan::Pass count_, place_, sort_;
};

}
