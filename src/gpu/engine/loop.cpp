#include "gpu/engine/loop.h"

#include "base/error.h"
#include "reduction/engine.h"
#include "vulkan/device.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>
#include <tuple>
#include <utility>

namespace huedrift::gpu {

namespace {

// Measured on an NVIDIA H200 and an H100.
constexpr SlicePlan gpu_plan{.busy_subgroups = 16384,
                             .width = 0,
                             .team_max = 2048,
                             .long_round_max = 512,
                             .long_round_steps = 8,
                             .sort_min = 65536,
                             .blocks = 0,
                             .trajectories = 0};
constexpr std::uint32_t gpu_budget = 1 << 18, lesser_gpu_budget = 1 << 15, cpu_budget = 1 << 11;

constexpr std::uint64_t max_rounds = 65535;

// Slots for each trajectory in a table of visited states. A photo visits 4 to 50 states per colour; at least
// the states of the last half table are remembered.
constexpr std::uint64_t first_slots = 16, most_slots = 64;

// Everything but the tables and the buckets: points, order, hierarchy and trajectories.
constexpr std::uint64_t bytes_per_trajectory = 84;
constexpr std::uint64_t bytes_per_bucket = 8;

// Of a submission.
constexpr double aim_seconds = 0.03;
constexpr double min_budget = 64, max_budget = 1 << 30;

/// Rounds of the loops in mean_shift_lone.comp for one step, at worst: every node is opened on its own, and
/// the points of every leaf are read in the smallest batches.
std::uint64_t rounds_of_lone_step(std::uint64_t points, std::uint64_t width) {
    const std::uint64_t leaves = points / width + 1, inner_nodes = leaves / (width - 1) + 16;
    return inner_nodes + leaves / 2;
}

/// Rounds for a subgroup's packets of up to `width` queries: each query may test each point on its own, in a
/// nested loop.
std::uint64_t rounds_of_packets(std::uint64_t points, std::uint64_t width) {
    return width * (rounds_of_lone_step(points, width) + 2 * points);
}

SlicePlan cpu_plan(std::uint32_t points, std::uint32_t width) {
    const std::uint64_t lone = rounds_of_lone_step(points, width);
    if (lone > max_rounds)
        throw TooLargeForDevice("a CPU as Vulkan device cannot take " + std::to_string(points) +
                                " colours: it ends long loops early");
    const bool packets = rounds_of_packets(points, width) <= max_rounds;
    return {.busy_subgroups = packets ? 16u : 1u << 24,
            .width = width,
            .team_max = 2,
            .long_round_max = 64,
            .long_round_steps = 2 * lone <= max_rounds ? 2u : 1u,
            .sort_min = 1024,
            .blocks = 0,
            .trajectories = 0};
}

}

Tuning tuning_for(const vulkan::DeviceFacts& device, std::uint32_t points, std::uint32_t width) {
    if (device.type == vulkan::DeviceType::cpu) return {cpu_plan(points, width), cpu_budget};
    SlicePlan plan = gpu_plan;
    plan.width = width;
    return {plan, device.type == vulkan::DeviceType::discrete ? gpu_budget : lesser_gpu_budget};
}

TableSlots table_slots(const vulkan::DeviceFacts& device, std::uint64_t memory_limit,
                       std::uint64_t trajectories, std::uint64_t buckets) {
    using Type = vulkan::DeviceType;
    const bool is_hosts = device.type == Type::integrated || device.type == Type::cpu;
    const std::uint64_t memory = memory_limit != 0 ? memory_limit : device.local_memory / (is_hosts ? 8 : 2);
    const std::uint64_t needed = trajectories * bytes_per_trajectory + buckets * bytes_per_bucket;
    const std::uint64_t bytes = std::min(memory > needed ? (memory - needed) / 2 : 0, device.storage_range);
    const std::uint64_t room = bytes / sizeof(VisitedState);
    const auto slots = [&](std::uint64_t for_each) {
        const std::uint64_t wanted = std::min(for_each * trajectories, room);
        return static_cast<std::uint32_t>(std::bit_floor(std::max<std::uint64_t>(wanted, 64)));
    };
    // The host lets a table grow between submissions, and in one of 30 ms a fast device could fill a small
    // one.
    return {slots(device.type == Type::discrete ? most_slots : first_slots), slots(most_slots)};
}

void Pace::learn(std::uint64_t evaluations, double seconds) {
    // A submission cut short by the end of the frontier says little about a full one.
    if (evaluations == 0 || seconds <= 0 || (evaluations < budget_ / 2 && seconds < aim_seconds)) return;
    const double fitting = static_cast<double>(evaluations) * aim_seconds / seconds;
    // Grows in steps, as the next rounds may cost more per evaluation than the last ones.
    const double next = std::min(fitting, 8.0 * static_cast<double>(budget_));
    budget_ = static_cast<std::uint32_t>(std::clamp(next, min_budget, max_budget));
}

namespace {

// The most slices per submission. Slices after the end of the loop cost a few microseconds each, a submission
// some tens.
constexpr std::uint32_t max_slices = 32;

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
    Trajectories& trajectories = loop.trajectories;
    SlicePlan plan = loop.tuning.plan;
    plan.blocks = trajectories.bucket_count / SORT_FRONTIER_BLOCK;
    plan.trajectories = trajectories.count;
    const bool sorts = trajectories.count >= plan.sort_min;
    LoopState state{};
    std::uint32_t slices = std::min(loop.expected_slices + 2, max_slices);
    for (bool first = true; first || !ended(state); first = false, slices = max_slices) {
        progress.throw_if_cancelled();
        vulkan::Recorder recorder(loop.device, &loop.timer);
        if (first && loop.record_begin) loop.record_begin(recorder);
        if (first) loop.compact_frontier.record_seed(recorder, loop.starts, trajectories, loop.rounds);
        if (!loop.rounds && state.inserted >= trajectories.visited.slots / 2)
            loop.compact_frontier.record_forget(loop.device, recorder, trajectories);
        if (first && sorts) loop.sort_frontier.record_clear(recorder, trajectories);
        loop.compact_frontier.record_plan(recorder, trajectories, plan_of_slice(plan, 0), pace.budget());
        for (std::uint32_t slice = 0; slice < slices; ++slice) {
            if (sorts && may_sort(slice)) loop.sort_frontier.record(recorder, loop.analysis, trajectories);
            loop.mean_shift.record(recorder, loop.analysis, trajectories, loop.settled, loop.params);
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
