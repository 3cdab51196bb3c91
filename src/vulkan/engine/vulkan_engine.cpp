#include "vulkan/engine/vulkan_engine.h"

#include "base/error.h"
#include "gpu/device.h"
#include "shaders/stages/compact_frontier_params.h"
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

// 32 suits every GPU that lets one choose; the hierarchy's nodes are as wide.
std::uint32_t width_for(const DeviceFacts& device, std::uint32_t wanted) {
    if (wanted != 0) return wanted;
    if (device.largest_subgroup == 0) return device.subgroup_size;
    return std::clamp(32u, device.smallest_subgroup, device.largest_subgroup);
}

// A photo visits 4 to 12 states per colour; half full, the table still takes every state, and when it is
// fuller it only takes some (compact_frontier.comp), which costs rounds and evaluations: a third of them at 8
// slots.
constexpr std::uint64_t slots_per_point = 32;

// Bytes per point of everything but the table: points, order, hierarchy, trajectories.
constexpr std::uint64_t bytes_per_point = 100;

std::uint32_t table_slots(const DeviceFacts& device, std::uint64_t memory_limit, std::uint64_t points) {
    const std::uint64_t memory = memory_limit != 0 ? memory_limit : device.local_memory / 2;
    const std::uint64_t needed = points * bytes_per_point;
    const std::uint64_t bytes = std::min(memory > needed ? memory - needed : 0, device.storage_range);
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
    void prepare(const ColorSet& colors);
    void record_resolve(gpu::Recorder& recorder) const;
    Reduction read_result(std::uint32_t roots, Transfer transfer);

    std::shared_ptr<gpu::Device> device;
    VulkanEngineOptions options;
    std::uint32_t width;
    gpu::AnalysisStages analysis_stages;
    gpu::CompactFrontier compact_frontier;
    gpu::SortFrontier sort_frontier;
    gpu::ResolveModes resolve_modes;
    std::vector<std::unique_ptr<gpu::MeanShift>> mean_shifts;
    std::optional<gpu::Timer> timer; ///< of single stages, where asked for
    gpu::Timer pace_timer;           ///< of submissions as a whole

    // Of the last ColorSet.
    gpu::Tuning tuning;
    std::optional<gpu::Analysis> analysis;
    std::optional<gpu::Trajectories> trajectories;
    std::uint32_t expected_slices = 0; ///< as many as the last result took
    std::optional<gpu::RootsReadback> roots_readback;
};

const gpu::MeanShift& VulkanEngine::State::mean_shift_for(const gpu::MeanShiftVariant& variant) {
    for (const auto& built : mean_shifts)
        if (built->variant() == variant) return *built;
    return *mean_shifts.emplace_back(std::make_unique<gpu::MeanShift>(*device, variant));
}

void VulkanEngine::State::prepare(const ColorSet& colors) {
    // Made last: without it an earlier call ran out of memory on the way.
    if (roots_readback && analysis->id == colors.id()) return;
    roots_readback.reset();
    trajectories.reset();
    analysis.reset();
    tuning = gpu::tuning_for(device->facts(), static_cast<std::uint32_t>(colors.size()), width);
    analysis = gpu::analyse(*device, analysis_stages, colors, width, stage_timer());
    trajectories.emplace(*device, analysis->count,
                         table_slots(device->facts(), options.memory_limit, analysis->count),
                         analysis->count >= tuning.many ? SORT_FRONTIER_BUCKETS : 0);
    roots_readback.emplace(*device, *trajectories);
    expected_slices = 24;
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

Reduction VulkanEngine::reduce(const ColorSet& colors, const Options& options, Progress& progress) {
    const std::int64_t r2 = squared_radius(options.radius);
    progress.throw_if_cancelled();
    if (colors.empty()) return {};

    if (state_->options.time_stages) state_->timer.emplace(*state_->device);
    state_->prepare(colors);
    const gpu::Analysis& analysis = *state_->analysis;
    const gpu::Loop loop{.device = *state_->device,
                         .analysis = analysis,
                         .trajectories = *state_->trajectories,
                         .mean_shift = state_->mean_shift_for(gpu::variant_for(analysis, options.weighting)),
                         .compact_frontier = state_->compact_frontier,
                         .sort_frontier = state_->sort_frontier,
                         .params = gpu::mean_shift_params(analysis, r2, state_->trajectories->count),
                         .tuning = state_->tuning,
                         .rounds = options.max_iterations,
                         .expected_slices = state_->expected_slices,
                         .timer = state_->timer ? *state_->timer : state_->pace_timer,
                         .record_end = [&](gpu::Recorder& recorder) { state_->record_resolve(recorder); }};
    gpu::Pace pace(state_->tuning.first_budget);
    const gpu::LoopState end = gpu::run_loop(loop, pace, progress);
    state_->expected_slices = end.step;
    Reduction reduction = state_->read_result(end.roots, colors.transfer());
    reduction.statistics.evaluations = std::uint64_t{end.evaluations_high} << 32 | end.evaluations_low;
    reduction.statistics.rounds = end.round;
    if (state_->timer) reduction.statistics.stages = state_->timer->times();
    return reduction;
}

}
