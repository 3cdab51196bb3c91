#pragma once

#include "base/progress.h"
#include "gpu/engine/tuning.h"
#include "gpu/stages/analysis.h"
#include "gpu/stages/compact_frontier.h"
#include "gpu/stages/mean_shift.h"
#include "gpu/stages/sort_frontier.h"
#include "reduction/options.h"

#include <functional>

namespace huedrift::gpu {

/// The trajectories that a loop moves.
struct LoopInput {
    Trajectories& trajectories;
    const Points& starts;
    const vulkan::Buffer& settled; ///< as for MeanShift::record()
    std::int64_t farthest;         ///< the largest coordinate of a point or a start
};

/// The inputs of the loop mean_shift -> compact_frontier.
struct Loop {
    vulkan::Device& device;
    const Analysis& analysis;
    LoopInput input;
    const MeanShift& mean_shift;
    const CompactFrontier& compact_frontier;
    const SortFrontier& sort_frontier;
    MeanShiftParams params;
    Tuning tuning;
    std::optional<std::uint32_t> rounds; ///< the iteration limit
    std::uint32_t expected_slices;       ///< recorded into the first submission
    vulkan::Timer& timer;
    /// Records work before the first slice; may be empty.
    std::function<void(vulkan::Recorder&)> record_begin;
    /// Records work at the end of every submission; LoopState::resolve_groups tells it whether the loop has
    /// ended. What follows the loop then needs no submission of its own.
    std::function<void(vulkan::Recorder&)> record_end;
};

/// Whether the frontier is sorted before this slice of a submission, from 0 on, if a round begins with it. A
/// sort before every round takes longer than it saves (measured on an H100: loops of 1.0 to 1.3 times the
/// time).
bool may_sort(std::uint32_t slice);

/// `plan` for this slice of a submission: asks for a sort only where may_sort() has one recorded.
SlicePlan plan_of_slice(SlicePlan plan, std::uint32_t slice);

/// Moves all trajectories until they are at rest, have met another or reach the iteration limit. Returns the
/// final state of the loop.
LoopState run_loop(const Loop& loop, Pace& pace, Progress& progress);

}
