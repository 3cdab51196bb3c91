#pragma once

#include "shaders/stages/sort_frontier_params.h"
#include "vulkan/stages/analysis.h"
#include "vulkan/stages/trajectories.h"

namespace huedrift::gpu {

/// Stage 7: brings trajectories of the frontier that are now neighbours next to each other, by counting them
/// into buckets along the gilbert curve. LoopState tells whether it is due; it never changes a result.
class SortFrontier {
public:
    explicit SortFrontier(const Device& device);

    /// Call it before the loop's first record().
    void record_clear(Recorder& recorder, const Trajectories& trajectories) const;
    void record(Recorder& recorder, const Analysis& analysis, const Trajectories& trajectories) const;

private:
    Pass count_, place_, sort_;
};

}
