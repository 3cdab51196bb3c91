#include "vulkan/engine/vulkan_engine.h"

#include "base/error.h"
#include "gpu/device.h"
#include "reduction/merge.h"
#include "shaders/stages/compact_frontier_params.h"
#include "vulkan/engine/followed.h"
#include "vulkan/engine/loop.h"
#include "vulkan/engine/roots_readback.h"
#include "vulkan/stages/analysis.h"
#include "vulkan/stages/resolve_modes.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <optional>

namespace huedrift {

namespace {

using gpu::DeviceFacts;

// 32 suits every GPU that offers a choice; the hierarchy's nodes are as wide.
std::uint32_t width_for(const DeviceFacts& device, std::uint32_t wanted) {
    if (wanted != 0) return wanted;
    if (device.largest_subgroup == 0) return device.subgroup_size;
    return std::clamp(32u, device.smallest_subgroup, device.largest_subgroup);
}

// Of each of the two tables. A photo visits 4 to 50 states per colour; those of the last half table at least
// are remembered.
constexpr std::uint64_t slots_per_point = 64;

// Bytes per point of everything but the tables and the buckets: points, order, hierarchy, trajectories.
constexpr std::uint64_t bytes_per_point = 108;

// Of sort_frontier. With 2 a photo takes up to 1.08 times as long, with 32 0.97 to 1.04.
constexpr std::uint64_t buckets_per_trajectory = 8;
constexpr std::uint64_t most_buckets = (1 << 27) / 4; // every device has storage buffers of 128 MiB
constexpr std::uint64_t bytes_per_bucket = 8;

std::uint32_t table_slots(const DeviceFacts& device, std::uint64_t memory_limit, std::uint64_t points,
                          std::uint64_t buckets) {
    const std::uint64_t memory = memory_limit != 0 ? memory_limit : device.local_memory / 2;
    const std::uint64_t needed = points * bytes_per_point + buckets * bytes_per_bucket;
    const std::uint64_t bytes = std::min(memory > needed ? (memory - needed) / 2 : 0, device.storage_range);
    const std::uint64_t slots = std::min(slots_per_point * points, bytes / sizeof(gpu::VisitedState));
    return static_cast<std::uint32_t>(std::bit_floor(std::max<std::uint64_t>(slots, 64)));
}

}

struct VulkanEngine::State {
    State(std::shared_ptr<gpu::Device> opened, const VulkanEngineOptions& wanted)
        : device(std::move(opened)), options(wanted), width(width_for(device->facts(), wanted.subgroup_size)),
          analysis_stages(*device), compact_frontier(*device), sort_frontier(*device), resolve_modes(*device),
          pace_timer(*device, 0) {
        for (const bool weighted : {false, true}) mean_shift_for({.width = width, .weighted = weighted});
        if (options.time_stages) timer.emplace(*device);
    }

    gpu::Timer* stage_timer() { return timer ? &*timer : nullptr; }
    const gpu::MeanShift& mean_shift_for(const gpu::MeanShiftVariant& variant);
    void analyse(const ColorSet& colors);
    void prepare(const ColorSet& colors);
    void record_resolve(gpu::Recorder& recorder) const;
    std::uint32_t buckets_for(std::size_t count) const;
    gpu::LoopState run(const gpu::Moving& moving, const Options& settings, std::uint32_t& expected,
                       const std::function<void(gpu::Recorder&)>& record_end, Progress& progress);
    gpu::LoopState run(const ColorSet& colors, const Options& options, Progress& progress);
    Follower::Modes follow(const ColorSet& colors, std::span<const Position> starts, const Options& options,
                           Progress& progress);
    Reduction read_result(std::uint32_t roots, Transfer transfer);
    std::vector<std::uint64_t> read_densities() const;

    std::shared_ptr<gpu::Device> device;
    VulkanEngineOptions options;
    std::uint32_t width;
    gpu::AnalysisStages analysis_stages;
    gpu::CompactFrontier compact_frontier;
    gpu::SortFrontier sort_frontier;
    gpu::ResolveModes resolve_modes;
    std::vector<std::unique_ptr<gpu::MeanShift>> mean_shifts;
    std::optional<gpu::Timer> timer; ///< of single stages, if requested
    gpu::Timer pace_timer;           ///< of submissions as a whole

    // Of the last ColorSet.
    gpu::Tuning tuning;
    std::optional<gpu::Analysis> analysis;
    std::optional<gpu::Trajectories> trajectories;
    std::uint32_t expected_slices = 0; ///< as many as for the last result
    std::optional<gpu::RootsReadback> roots_readback;

    // Of the last starts: previews of a picture follow the same ones at every radius.
    std::optional<gpu::Followed> followed;
    std::uint32_t expected_following = 0;
};

const gpu::MeanShift& VulkanEngine::State::mean_shift_for(const gpu::MeanShiftVariant& variant) {
    for (const auto& built : mean_shifts)
        if (built->variant() == variant) return *built;
    return *mean_shifts.emplace_back(std::make_unique<gpu::MeanShift>(*device, variant));
}

void VulkanEngine::State::analyse(const ColorSet& colors) {
    if (analysis && analysis->id == colors.id()) return;
    roots_readback.reset();
    trajectories.reset();
    followed.reset();
    analysis.reset();
    tuning = gpu::tuning_for(device->facts(), static_cast<std::uint32_t>(colors.size()), width);
    analysis = gpu::analyse(*device, analysis_stages, colors, width, stage_timer());
    expected_slices = expected_following = 24;
}

void VulkanEngine::State::prepare(const ColorSet& colors) {
    analyse(colors);
    if (roots_readback) return; // created last: if it is missing, an earlier call ran out of memory
    const std::uint32_t buckets = buckets_for(analysis->count);
    trajectories.emplace(*device, analysis->count,
                         table_slots(device->facts(), options.memory_limit, analysis->count, buckets),
                         buckets);
    roots_readback.emplace(*device, *trajectories);
}

/// Of sort_frontier.
std::uint32_t VulkanEngine::State::buckets_for(std::size_t count) const {
    if (count < tuning.many) return 0;
    return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(std::bit_ceil(buckets_per_trajectory * count),
                                                                SORT_FRONTIER_BLOCK, most_buckets));
}

void VulkanEngine::State::record_resolve(gpu::Recorder& recorder) const {
    resolve_modes.record(recorder, *analysis, *trajectories);
    roots_readback->record(recorder);
}

Reduction VulkanEngine::State::read_result(std::uint32_t roots, Transfer transfer) {
    if (!roots_readback->expect(roots)) {
        gpu::Recorder recorder(*device);
        roots_readback->record(recorder);
        recorder.run();
    }
    return roots_readback->gather(roots, analysis->origin, transfer);
}

VulkanEngine::VulkanEngine(std::shared_ptr<gpu::Device> device, const VulkanEngineOptions& options)
    : state_(std::make_unique<State>(std::move(device), options)) {}

VulkanEngine::~VulkanEngine() = default;

std::string VulkanEngine::device() const { return state_->device->facts().name; }

gpu::LoopState VulkanEngine::State::run(const gpu::Moving& moving, const Options& settings,
                                        std::uint32_t& expected,
                                        const std::function<void(gpu::Recorder&)>& record_end,
                                        Progress& progress) {
    const gpu::Loop loop{.device = *device,
                         .analysis = *analysis,
                         .moving = moving,
                         .mean_shift = mean_shift_for(gpu::variant_for(*analysis, settings.weighting)),
                         .compact_frontier = compact_frontier,
                         .sort_frontier = sort_frontier,
                         .params = gpu::mean_shift_params(*analysis, squared_radius(settings.radius),
                                                          moving.trajectories.count, moving.farthest),
                         .tuning = tuning,
                         .rounds = settings.max_iterations,
                         .expected_slices = expected,
                         .timer = timer ? *timer : pace_timer,
                         .record_end = record_end};
    gpu::Pace pace(tuning.first_budget);
    const gpu::LoopState end = gpu::run_loop(loop, pace, progress);
    expected = end.step;
    return end;
}

gpu::LoopState VulkanEngine::State::run(const ColorSet& colors, const Options& settings, Progress& progress) {
    prepare(colors);
    return run(
        {*trajectories, analysis->points, analysis->numbers, analysis->farthest}, settings, expected_slices,
        [&](gpu::Recorder& recorder) { record_resolve(recorder); }, progress);
}

Follower::Modes VulkanEngine::State::follow(const ColorSet& colors, std::span<const Position> starts,
                                            const Options& settings, Progress& progress) {
    analyse(colors);
    if (!followed || !followed->start_at(starts)) {
        followed.reset();
        const std::uint32_t buckets = buckets_for(starts.size());
        followed.emplace(*device, *analysis, starts,
                         table_slots(device->facts(), options.memory_limit / 8, starts.size(), buckets),
                         buckets);
    }
    run(
        followed->moving(), settings, expected_following,
        [&](gpu::Recorder& recorder) { followed->record_end(recorder, resolve_modes); }, progress);
    return followed->modes();
}

std::vector<std::uint64_t> VulkanEngine::State::read_densities() const {
    std::vector<std::uint64_t> densities(trajectories->count);
    gpu::read(*device, trajectories->densities, std::as_writable_bytes(std::span(densities)));
    return densities;
}

Reduction VulkanEngine::reduce(const ColorSet& colors, const Options& options, Progress& progress) {
    squared_radius(options.radius);
    squared_merge_distance(options);
    progress.throw_if_cancelled();
    if (colors.empty()) return {};

    if (state_->options.time_stages) state_->timer.emplace(*state_->device);
    if (needs_densities(options) && options.max_iterations == 0u) {
        Options first_step = options;
        first_step.max_iterations = 1;
        Progress silent(progress, 0, 0);
        state_->run(colors, first_step, silent);
    }
    const gpu::LoopState end = state_->run(colors, options, progress);
    Reduction reduction = state_->read_result(end.roots, colors.transfer());
    reduction.statistics.evaluations = std::uint64_t{end.evaluations_high} << 32 | end.evaluations_low;
    reduction.statistics.rounds = end.round;
    if (needs_densities(options))
        reduction = merge_and_assign(std::move(reduction), colors, state_->read_densities(), options);
    if (state_->timer) reduction.statistics.stages = state_->timer->times();
    return reduction;
}

Follower::Modes VulkanEngine::follow(const ColorSet& colors, std::span<const Position> starts,
                                     const Options& options, Progress& progress) {
    squared_radius(options.radius);
    progress.throw_if_cancelled();
    if (colors.empty() || starts.empty())
        return {{starts.begin(), starts.end()}, std::vector<std::uint64_t>(starts.size())};
    if (options.max_iterations != 0u) return state_->follow(colors, starts, options, progress);
    Options first_step = options; // for the densities
    first_step.max_iterations = 1;
    Modes modes = state_->follow(colors, starts, first_step, progress);
    modes.states.assign(starts.begin(), starts.end());
    return modes;
}

bool VulkanEngine::follows_quickly() const {
    return state_->device->facts().type == gpu::DeviceType::discrete;
}

}
