#include "vulkan/loop.h"

#include "vulkan/device.h"

#include <algorithm>
#include <cstring>

namespace huedrift::vulkan {
namespace {

// Slices per submission. Those behind the end of the loop cost a few microseconds each, a submission some
// tens.
constexpr int slices_per_submission = 32;

// A frontier of fewer runs than the device runs subgroups at a time gives each run its own. Vulkan does not
// tell how many those are; a large GPU has some thousands, a CPU a few.
SlicePlan slice_plan(const Loop& loop) {
    const bool cpu = loop.device.facts().type == DeviceType::cpu;
    return {.subgroups = cpu ? 16u : 4096u,
            .width = loop.mean_shift.variant().width,
            .subgroups_per_group = loop.mean_shift.subgroups_per_group()};
}

LoopState state_in(const Buffer& readback) {
    LoopState state;
    std::memcpy(&state, readback.mapped().data(), sizeof state);
    return state;
}

std::uint64_t evaluations(const LoopState& state) {
    return std::uint64_t{state.evaluations_high} << 32 | state.evaluations_low;
}

std::uint32_t moving(const LoopState& state) { return state.counts[0] + state.counts[1] - state.begin; }

bool ended(const LoopState& state) { return moving(state) == 0 || state.rounds_left == 0; }

}

LoopState run_loop(const Loop& loop, Pace& pace, Progress& progress) {
    const SlicePlan plan = slice_plan(loop);
    LoopState state{};
    for (bool first = true; first || !ended(state); first = false) {
        progress.throw_if_cancelled();
        Recorder recorder(loop.device, &loop.timer);
        if (first) loop.compact_frontier.record_seed(recorder, loop.analysis.points, loop.runs, loop.rounds);
        loop.compact_frontier.record_plan(recorder, loop.runs, plan, pace.budget());
        for (int slice = 0; slice < slices_per_submission; ++slice) {
            loop.mean_shift.record(recorder, loop.analysis, loop.runs, loop.params);
            loop.compact_frontier.record(recorder, loop.runs, plan, !loop.rounds);
        }
        recorder.copy({loop.runs.loop, 0, sizeof(LoopState)}, loop.runs.loop_readback);
        recorder.run();

        const std::uint64_t before = first ? 0 : evaluations(state);
        state = state_in(loop.runs.loop_readback);
        pace.learn(evaluations(state) - before, loop.timer.last());
        progress.report(1 - static_cast<double>(moving(state)) / static_cast<double>(loop.runs.count));
    }
    return state;
}

std::vector<Position> step_runs(const Loop& loop, std::span<const std::uint32_t> runs) {
    const auto count = static_cast<std::uint32_t>(runs.size());
    const std::uint32_t per_group = loop.mean_shift.subgroups_per_group();
    LoopState state{};
    state.slice = count;
    state.queries = 1;
    state.shift_groups_x = (count + per_group - 1) / per_group;
    state.shift_groups_y = state.shift_groups_z = 1;
    const Buffer readback(loop.device, "states, read back", 12 * std::uint64_t{count}, Memory::readback);
    Recorder recorder(loop.device);
    recorder.update({loop.runs.loop, 0, sizeof state}, std::as_bytes(std::span(&state, 1)));
    recorder.update({loop.runs.frontier, 0, 4 * std::uint64_t{count}}, std::as_bytes(runs));
    recorder.barrier();
    loop.mean_shift.record(recorder, loop.analysis, loop.runs, loop.params);
    for (std::uint64_t i = 0; i < count; ++i) {
        const Buffer* const coordinates[] = {&loop.runs.l, &loop.runs.a, &loop.runs.b};
        for (std::uint64_t axis = 0; axis < 3; ++axis)
            recorder.copy({*coordinates[axis], 4 * std::uint64_t{runs[i]}, 4},
                          {readback, 12 * i + 4 * axis, 4});
    }
    recorder.run();
    std::vector<Position> states(count);
    std::memcpy(states.data(), readback.mapped().data(), 12 * states.size());
    return states;
}

}
