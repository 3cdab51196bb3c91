#include "gpu/engine/loop.h"

#include "base/device_error.h"
#include "reduction/work_share.h"
#include "vulkan/device.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <tuple>
#include <utility>

namespace huedrift::gpu {
namespace {

// The most slices per submission. Slices after the end of the loop cost a few microseconds each, a submission
// some tens.
constexpr std::uint32_t max_slices = 32;

SlicePlan slice_plan(const Loop& loop) {
    const Tuning& tuning = loop.tuning;
    return {.busy_subgroups = tuning.busy_subgroups,
            .width = loop.mean_shift.variant().width,
            .team_max = tuning.team_max,
            .long_round_max = tuning.long_round_max,
            .long_round_steps = tuning.long_round_steps,
            .sort_min = tuning.sort_min,
            .blocks = loop.input.trajectories.bucket_count / SORT_FRONTIER_BLOCK,
            .trajectories = loop.input.trajectories.count};
}

LoopState state_in(const vulkan::Buffer& readback) {
    LoopState state;
    std::memcpy(&state, readback.readable().data(), sizeof state);
    return state;
}

std::uint64_t evaluations(const LoopState& state) {
    return std::uint64_t{state.evaluations_high} << 32 | state.evaluations_low;
}

std::uint32_t moving(const LoopState& state) { return state.counts[0] + state.counts[1] - state.begin; }

/// Changes with every submission of a loop that goes on.
auto place_of(const LoopState& state) { return std::tuple(evaluations(state), moving(state), state.round); }

bool ended(const LoopState& state) { return moving(state) == 0 || state.rounds_left == 0; }

}

bool may_sort(std::uint32_t slice) { return std::has_single_bit(slice + 1); }

SlicePlan plan_of_slice(SlicePlan plan, std::uint32_t slice) {
    if (!may_sort(slice)) plan.sort_min = UINT32_MAX;
    return plan;
}

LoopState run_loop(const Loop& loop, Pace& pace, Progress& progress) {
    const SlicePlan plan = slice_plan(loop);
    Trajectories& trajectories = loop.input.trajectories;
    const bool sorts = trajectories.count >= loop.tuning.sort_min;
    LoopState state{};
    std::uint32_t slices = std::min(loop.expected_slices + 2, max_slices);
    for (bool first = true; first || !ended(state); first = false, slices = max_slices) {
        progress.throw_if_cancelled();
        vulkan::Recorder recorder(loop.device, &loop.timer);
        if (first && loop.record_begin) loop.record_begin(recorder);
        if (first) loop.compact_frontier.record_seed(recorder, loop.input.starts, trajectories, loop.rounds);
        if (!loop.rounds && state.inserted >= trajectories.visited.slots / 2)
            loop.compact_frontier.record_forget(recorder, trajectories);
        if (first && sorts) loop.sort_frontier.record_clear(recorder, trajectories);
        loop.compact_frontier.record_plan(recorder, trajectories, plan_of_slice(plan, 0), pace.budget());
        for (std::uint32_t slice = 0; slice < slices; ++slice) {
            if (sorts && may_sort(slice)) loop.sort_frontier.record(recorder, loop.analysis, trajectories);
            loop.mean_shift.record(recorder, loop.analysis, trajectories, loop.input.settled, loop.params);
            loop.compact_frontier.record(recorder, trajectories, plan_of_slice(plan, slice + 1),
                                         !loop.rounds);
        }
        loop.record_end(recorder);
        recorder.copy({trajectories.loop, 0, sizeof(LoopState)}, trajectories.loop_readback);
        recorder.run();

        const LoopState before = std::exchange(state, state_in(trajectories.loop_readback));
        if (!first && !ended(state) && place_of(state) == place_of(before))
            throw WrongResult(loop.device.facts().name);
        pace.learn(evaluations(state) - evaluations(before), loop.timer.last());
        const double settled = 1 - double(moving(state)) / double(trajectories.count);
        progress.report(work_share(std::max(state.round, 1u), settled));
    }
    return state;
}

}
