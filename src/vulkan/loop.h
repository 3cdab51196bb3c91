#pragma once

#include "base/progress.h"
#include "reduction/options.h"
#include "vulkan/analysis.h"
#include "vulkan/compact_frontier.h"
#include "vulkan/mean_shift.h"
#include "vulkan/pace.h"

namespace huedrift::vulkan {

/// What the loop mean_shift -> compact_frontier works with.
struct Loop {
    Device& device;
    const Analysis& analysis;
    const Runs& runs;
    const MeanShift& mean_shift;
    const CompactFrontier& compact_frontier;
    MeanShiftParams params;
    std::optional<std::uint32_t> rounds; ///< the iteration limit
    Timer& timer;
};

/// Moves all runs until they are at rest or have met another, or as often as the limit says. Returns the
/// state that the loop ended in.
LoopState run_loop(const Loop& loop, Pace& pace, Progress& progress);

/// One step for a few runs, outside of the loop; returns where they are now, seen from the analysis' origin.
std::vector<Position> step_runs(const Loop& loop, std::span<const std::uint32_t> runs);

}
