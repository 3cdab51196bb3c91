#include "vulkan/vulkan_engine.h"

#include "base/error.h"
#include "shaders/compact_frontier_params.h"
#include "shaders/resolve_modes_params.h"
#include "vulkan/analysis.h"
#include "vulkan/cycles.h"
#include "vulkan/device.h"
#include "vulkan/loop.h"
#include "vulkan/resolve_modes.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <optional>

namespace huedrift {

namespace {

using vulkan::DeviceFacts;

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

// Bytes per point of everything but the table: points, order, hierarchy, runs.
constexpr std::uint64_t bytes_per_point = 100;

std::uint32_t table_slots(const DeviceFacts& device, std::uint64_t memory_limit, std::uint64_t points) {
    const std::uint64_t memory = memory_limit != 0 ? memory_limit : device.local_memory / 2;
    const std::uint64_t needed = points * bytes_per_point;
    const std::uint64_t bytes = std::min(memory > needed ? memory - needed : 0, device.storage_range);
    const std::uint64_t slots = std::min(slots_per_point * points, bytes / sizeof(vulkan::VisitedState));
    return static_cast<std::uint32_t>(std::bit_floor(std::max<std::uint64_t>(slots, 64)));
}

// First evaluations of a submission, before anything was measured: some tens of milliseconds where one is
// dear.
std::uint32_t first_budget(const DeviceFacts& device) {
    switch (device.type) {
    case vulkan::DeviceType::cpu:
        return 1u << 11;
    case vulkan::DeviceType::discrete:
        return 1u << 18;
    default:
        return 1u << 15;
    }
}

// Room for the ends that are copied back along with everything else, at first; it grows with need.
constexpr std::uint32_t first_ends_room = 4096;

/// Where the device puts the ends' arrays and the host finds them, `room` elements each.
class EndsReadback {
public:
    EndsReadback(const vulkan::Device& device, std::uint32_t ends_room)
        : room_(ends_room), buffer_(device, "ends, read back", arrays * 4 * std::uint64_t{ends_room},
                                    vulkan::Memory::readback) {}

    std::uint32_t room() const { return room_; }

    void record(vulkan::Recorder& recorder, const vulkan::Runs& runs) const {
        const std::uint64_t bytes = 4 * std::uint64_t{std::min(room_, runs.count)};
        const vulkan::BufferRange from[arrays] = {{runs.checkpoint_l, 0, bytes},
                                                  {runs.checkpoint_a, 0, bytes},
                                                  {runs.checkpoint_b, 0, bytes},
                                                  {runs.frontier, 0, bytes},
                                                  {runs.frontier, 4 * std::uint64_t{runs.count}, bytes},
                                                  {runs.pixels_high, 0, bytes}};
        for (std::uint64_t i = 0; i < arrays; ++i)
            recorder.copy(from[i], {buffer_, i * 4 * room_, 4 * std::uint64_t{room_}});
    }

    vulkan::Ends ends(std::uint32_t count, const Position& origin) const {
        vulkan::Ends ends;
        ends.positions.reserve(count);
        ends.colors.reserve(count);
        ends.pixels.reserve(count);
        for (std::uint32_t i = 0; i < count; ++i) {
            const auto value = [&](std::uint32_t array) { return word(array * room_ + i); };
            const auto coordinate = [&](std::uint32_t array) {
                return static_cast<std::int32_t>(value(array));
            };
            ends.positions.push_back(
                {coordinate(0) + origin.l, coordinate(1) + origin.a, coordinate(2) + origin.b});
            ends.colors.push_back(value(3));
            ends.pixels.push_back(std::uint64_t{value(5)} << 32 | value(4));
        }
        return ends;
    }

private:
    static constexpr std::uint32_t arrays = 6;

    std::uint32_t word(std::size_t i) const {
        std::uint32_t value;
        std::memcpy(&value, buffer_.mapped().data() + 4 * i, 4);
        return value;
    }

    std::uint32_t room_;
    vulkan::Buffer buffer_;
};

}

struct VulkanEngine::State {
    State(std::shared_ptr<vulkan::Device> opened, const VulkanEngineOptions& wanted)
        : device(std::move(opened)), options(wanted), width(width_for(device->facts(), wanted.subgroup_size)),
          analysis_stages(*device), compact_frontier(*device), resolve_modes(*device),
          ends_readback(*device, first_ends_room), pace_timer(*device, 0) {
        for (const bool weighted : {false, true}) mean_shift_for({.width = width, .weighted = weighted});
        if (options.time_stages) timer.emplace(*device);
    }

    vulkan::Timer* stage_timer() { return timer ? &*timer : nullptr; }
    const vulkan::MeanShift& mean_shift_for(const vulkan::MeanShiftVariant& variant);
    void prepare(const ColorSet& colors);
    vulkan::LoopState resolve();
    void settle_listed_cycles(const vulkan::Loop& loop, std::uint32_t count, Progress& progress);
    void settle_rings(const vulkan::Loop& loop, Progress& progress);
    Reduction finish(const vulkan::Loop& loop, std::uint32_t cycles, Transfer transfer, Progress& progress);

    std::shared_ptr<vulkan::Device> device;
    VulkanEngineOptions options;
    std::uint32_t width;
    vulkan::AnalysisStages analysis_stages;
    vulkan::CompactFrontier compact_frontier;
    vulkan::ResolveModes resolve_modes;
    std::vector<std::unique_ptr<vulkan::MeanShift>> mean_shifts;
    EndsReadback ends_readback;
    std::optional<vulkan::Timer> timer; ///< of single stages, where asked for
    vulkan::Timer pace_timer;           ///< of submissions as a whole

    // Of the last ColorSet.
    std::optional<vulkan::Analysis> analysis;
    std::optional<vulkan::Runs> runs;
};

const vulkan::MeanShift& VulkanEngine::State::mean_shift_for(const vulkan::MeanShiftVariant& variant) {
    for (const auto& built : mean_shifts)
        if (built->variant() == variant) return *built;
    return *mean_shifts.emplace_back(std::make_unique<vulkan::MeanShift>(*device, variant));
}

void VulkanEngine::State::prepare(const ColorSet& colors) {
    if (analysis && analysis->id == colors.id()) return;
    runs.reset();
    analysis.reset();
    analysis = vulkan::analyse(*device, analysis_stages, colors, width, stage_timer());
    runs.emplace(*device, analysis->count,
                 table_slots(device->facts(), options.memory_limit, analysis->count));
}

vulkan::LoopState VulkanEngine::State::resolve() {
    const vulkan::LoopState zero{};
    vulkan::Recorder recorder(*device, stage_timer());
    recorder.update({runs->loop, 0, sizeof zero}, std::as_bytes(std::span(&zero, 1)));
    recorder.barrier();
    resolve_modes.record(recorder, *analysis, *runs);
    recorder.copy({runs->loop, 0, sizeof zero}, runs->loop_readback);
    recorder.copy(runs->mode_of, runs->mode_of_readback);
    ends_readback.record(recorder, *runs);
    recorder.run();
    vulkan::LoopState state;
    std::memcpy(&state, runs->loop_readback.mapped().data(), sizeof state);
    return state;
}

void VulkanEngine::State::settle_listed_cycles(const vulkan::Loop& loop, std::uint32_t count,
                                               Progress& progress) {
    std::vector<std::uint32_t> listed(count);
    vulkan::read(*device, runs->ends, std::as_writable_bytes(std::span(listed)));
    vulkan::settle_cycles(loop, listed, progress);
}

void VulkanEngine::State::settle_rings(const vulkan::Loop& loop, Progress& progress) {
    std::vector<std::uint32_t> parents(runs->count);
    vulkan::read(*device, runs->parents, std::as_writable_bytes(std::span(parents)));
    const std::vector<std::uint32_t> opened = vulkan::open_rings(parents);
    vulkan::settle_cycles(loop, opened, progress);
    vulkan::upload(*device, runs->parents, std::as_bytes(std::span(parents)));
}

Reduction VulkanEngine::State::finish(const vulkan::Loop& loop, std::uint32_t cycles, Transfer transfer,
                                      Progress& progress) {
    if (cycles != 0) settle_listed_cycles(loop, cycles, progress);
    vulkan::LoopState state = resolve();
    if (state.unresolved == RESOLVE_MODES_PASSES) {
        settle_rings(loop, progress);
        state = resolve();
    }
    if (state.ends > ends_readback.room()) {
        ends_readback = EndsReadback(*device, std::bit_ceil(state.ends));
        vulkan::Recorder recorder(*device);
        ends_readback.record(recorder, *runs);
        recorder.run();
    }
    vulkan::Ends ends = ends_readback.ends(state.ends, analysis->origin);
    ends.end_of.resize(runs->count);
    std::memcpy(ends.end_of.data(), runs->mode_of_readback.mapped().data(), 4 * ends.end_of.size());
    return vulkan::gather_ends(ends, transfer);
}

VulkanEngine::VulkanEngine(std::shared_ptr<vulkan::Device> device, const VulkanEngineOptions& options)
    : state_(std::make_unique<State>(std::move(device), options)) {}

VulkanEngine::~VulkanEngine() = default;

std::string VulkanEngine::device() const { return state_->device->facts().name; }

Reduction VulkanEngine::reduce(const ColorSet& colors, const Options& options, Progress& progress) {
    const std::int64_t r2 = squared_radius(options.radius);
    progress.throw_if_cancelled();
    if (colors.empty()) return {};

    if (state_->options.time_stages) state_->timer.emplace(*state_->device);
    state_->prepare(colors);
    const vulkan::Analysis& analysis = *state_->analysis;
    const vulkan::Loop loop{.device = *state_->device,
                            .analysis = analysis,
                            .runs = *state_->runs,
                            .mean_shift =
                                state_->mean_shift_for(vulkan::variant_for(analysis, options.weighting)),
                            .compact_frontier = state_->compact_frontier,
                            .params = vulkan::mean_shift_params(analysis, r2, state_->runs->count),
                            .rounds = options.max_iterations,
                            .timer = state_->timer ? *state_->timer : state_->pace_timer};
    vulkan::Pace pace(first_budget(state_->device->facts()));
    const vulkan::LoopState end = vulkan::run_loop(loop, pace, progress);
    Reduction reduction = state_->finish(loop, end.cycles, colors.transfer(), progress);
    reduction.statistics.evaluations = std::uint64_t{end.evaluations_high} << 32 | end.evaluations_low;
    reduction.statistics.rounds = end.round;
    if (state_->timer) reduction.statistics.stages = state_->timer->times();
    return reduction;
}

}
