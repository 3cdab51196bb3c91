#pragma once

#include "base/progress.h"
#include "gpu/stages/analysis.h"
#include "gpu/stages/frontier.h"
#include "gpu/stages/mean_shift.h"
#include "reduction/options.h"
#include "vulkan/device_choice.h"

#include <cstdint>
#include <functional>

namespace huedrift::gpu {

/// Parameters of the loop's speed that do not affect its result: how much work fills a device, which Vulkan
/// does not tell.
struct Tuning {
    SlicePlan plan;             ///< for any number of trajectories
    std::uint32_t first_budget; ///< evaluations of a submission before any was measured: tens of milliseconds
};

/// The tuning for `points` points in leaves of `width`. Throws TooLargeForDevice if the device cannot handle
/// that many: llvmpipe silently ends an invocation's loops after 65,535 rounds in total.
Tuning tuning_for(const vulkan::DeviceFacts& device, std::uint32_t points, std::uint32_t width);

/// The sizes of the tables of visited states for so many trajectories and buckets of sort_frontier.
/// `memory_limit`: bytes of device memory for the engine; 0: half of the device's, an eighth where that is
/// the host's, too.
TableSlots table_slots(const vulkan::DeviceFacts& device, std::uint64_t memory_limit,
                       std::uint64_t trajectories, std::uint64_t buckets);

/// How many evaluations a submission may make to take about 30 ms. That is short enough to cancel within 200
/// ms and to let a window draw on the same device, and far below the time after which drivers reset a device.
class Pace {
public:
    explicit Pace(std::uint32_t first_budget) : budget_(first_budget) {}

    std::uint32_t budget() const { return budget_; }
    /// Learns that a submission made `evaluations` in `seconds`.
    void learn(std::uint64_t evaluations, double seconds);

private:
    std::uint32_t budget_;
};

/// The inputs of the loop mean_shift -> compact_frontier.
struct Loop {
    vulkan::Device& device;
    const Analysis& analysis;
    Trajectories& trajectories;
    const Points& starts;
    vulkan::BufferRange settled; ///< as for MeanShift::record()
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
    /// ended. The passes after the loop then need no submission of their own.
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
