#include "gpu/engine/vulkan_engine.h"

#include "base/error.h"
#include "gpu/engine/follow_buffers.h"
#include "gpu/engine/loop.h"
#include "gpu/stages/analysis.h"
#include "gpu/stages/mean_shift.h"
#include "reduction/refinement.h"
#include "shaders/stages/compact_frontier_params.h"
#include "shaders/stages/sum_moments_params.h"
#include "vulkan/device.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <optional>

namespace huedrift {

namespace {

// 32 suits every GPU with a choice, and the hierarchy's nodes are as wide.
std::uint32_t width_for(const vulkan::DeviceFacts& device, std::uint32_t subgroup_size) {
    if (subgroup_size != 0) return subgroup_size;
    if (device.largest_subgroup == 0) return device.subgroup_size;
    return std::clamp(32u, device.smallest_subgroup, device.largest_subgroup);
}

// Buckets of sort_frontier. With 2 a photo takes up to 1.08 times as long, with 32 0.97 to 1.04.
constexpr std::uint64_t buckets_per_trajectory = 8;
constexpr std::uint64_t most_buckets = (1 << 27) / 4; // every device has storage buffers of 128 MiB

/// For the heights of up to `capacity` positions at a time.
struct HeightBuffers {
    std::uint32_t capacity;
    vulkan::Buffer positions, moments;

    HeightBuffers(const vulkan::Device& device, std::uint32_t count)
        : capacity(count), positions(device, "positions", 12 * std::uint64_t{count}, vulkan::Memory::upload),
          moments(device, "moments", 8 * SUM_MOMENTS_VALUES * std::uint64_t{count},
                  vulkan::Memory::readback) {}
};

}

struct VulkanEngine::State {
    State(std::shared_ptr<vulkan::Device> opened, const VulkanEngineOptions& engine_options)
        : device(std::move(opened)), options(engine_options),
          width(width_for(device->facts(), options.subgroup_size)), analysis_stages(*device),
          compact_frontier(*device), sort_frontier(*device), resolve_modes(*device), pace_timer(*device, 0) {
        for (const bool weighted : {false, true})
            mean_shifts.push_back(std::make_unique<gpu::MeanShift>(
                *device, gpu::MeanShiftVariant{.width = width, .weighted = weighted}));
        if (options.time_stages) timer.emplace(*device);
    }

    vulkan::Timer* stage_timer() { return timer ? &*timer : nullptr; }
    void analyse(const ColorSet& colors);
    void prepare(std::uint32_t count, std::uint64_t memory_limit);
    std::uint32_t buckets_for(std::size_t count) const;
    gpu::Loop loop_for(const Options& settings, const Follower::Route& route, std::int64_t farthest);
    Follower::Ends follow(const ColorSet& colors, std::span<const Position> starts, const Options& settings,
                          const Follower::Route& route, Progress& progress);
    std::vector<Height> heights(const ColorSet& colors, std::span<const Position> positions,
                                const Options& settings, const Progress& progress);

    std::shared_ptr<vulkan::Device> device;
    VulkanEngineOptions options;
    std::uint32_t width;
    gpu::AnalysisStages analysis_stages;
    gpu::CompactFrontier compact_frontier;
    gpu::SortFrontier sort_frontier;
    gpu::ResolveModes resolve_modes;
    std::vector<std::unique_ptr<gpu::MeanShift>> mean_shifts;
    std::vector<std::unique_ptr<gpu::SumMoments>> sum_moments;
    std::optional<vulkan::Timer> timer; ///< times single stages, if requested
    vulkan::Timer pace_timer;           ///< times whole submissions
    std::optional<HeightBuffers> height_buffers;

    // The members below belong to the last ColorSet.
    gpu::Tuning tuning;
    std::optional<gpu::Analysis> analysis;
    std::optional<MortonOrder> order; ///< made when first needed
    std::optional<gpu::Trajectories> trajectories;
    std::uint32_t expected_slices = 0; ///< the last call's number
    std::optional<gpu::FollowBuffers> buffers;
};

namespace {

/// The pass of a variant, built when first needed.
template <class Pass>
const Pass& pass_for(std::vector<std::unique_ptr<Pass>>& built, const vulkan::Device& device,
                     const gpu::MeanShiftVariant& variant) {
    for (const auto& pass : built)
        if (pass->variant() == variant) return *pass;
    return *built.emplace_back(std::make_unique<Pass>(device, variant));
}

}

void VulkanEngine::State::analyse(const ColorSet& colors) {
    if (analysis && analysis->id == colors.id()) return;
    buffers.reset();
    trajectories.reset();
    order.reset();
    analysis.reset();
    tuning = gpu::tuning_for(device->facts(), static_cast<std::uint32_t>(colors.size()), width);
    analysis = gpu::analyse(*device, analysis_stages, colors, width, stage_timer());
    expected_slices = 24;
}

/// Makes room for this many trajectories, and where it grows, for half as many again as before, but for no
/// more than one for each colour unless `count` is larger.
void VulkanEngine::State::prepare(std::uint32_t count, std::uint64_t memory_limit) {
    const auto slots_for = [&](std::uint32_t trajectories_count, std::uint32_t buckets) {
        return gpu::table_slots(device->facts(), memory_limit, trajectories_count, buckets);
    };
    if (!trajectories || trajectories->capacity < count) {
        const std::uint32_t before = trajectories ? trajectories->capacity : 0;
        const std::uint32_t capacity = std::max(count, std::min(before + before / 2, analysis->count));
        trajectories.reset();
        buffers.reset();
        buffers.emplace(*device, capacity);
        trajectories.emplace(*device, capacity, slots_for(capacity, buckets_for(capacity)),
                             buckets_for(capacity));
    }
    trajectories->resize(count, slots_for(count, buckets_for(count)), buckets_for(count));
}

/// The number of buckets for sort_frontier.
std::uint32_t VulkanEngine::State::buckets_for(std::size_t count) const {
    if (count < tuning.plan.sort_min) return 0;
    return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(std::bit_ceil(buckets_per_trajectory * count),
                                                                SORT_FRONTIER_BLOCK, most_buckets));
}

VulkanEngine::VulkanEngine(std::shared_ptr<vulkan::Device> device, const VulkanEngineOptions& options)
    : state_(std::make_unique<State>(std::move(device), options)) {}

VulkanEngine::~VulkanEngine() = default;

std::string VulkanEngine::device() const { return state_->device->facts().name; }

gpu::Loop VulkanEngine::State::loop_for(const Options& settings, const Follower::Route& route,
                                        std::int64_t farthest) {
    gpu::Loop loop{
        .device = *device,
        .analysis = *analysis,
        .trajectories = *trajectories,
        .starts = buffers->starts(),
        .settled = buffers->settled(),
        .mean_shift = pass_for(mean_shifts, *device, gpu::variant_for(*analysis, settings.weighting)),
        .compact_frontier = compact_frontier,
        .sort_frontier = sort_frontier,
        .params =
            gpu::mean_shift_params(*analysis, squared_radius(settings.radius), trajectories->count, farthest),
        .tuning = tuning,
        .rounds = settings.max_iterations,
        .expected_slices = expected_slices,
        .timer = timer ? *timer : pace_timer,
        .record_begin = [&](vulkan::Recorder& recorder) { buffers->record_begin(recorder); },
        .record_end = [&](vulkan::Recorder& recorder) { resolve_modes.record(recorder, *trajectories); }};
    loop.params.rounded = route.rounded;
    if (route.settled) {
        static_assert(max_cell_levels <= 4, "settled_levels has a byte for each");
        loop.params.settled_slots = static_cast<std::uint32_t>(route.settled->table().slots().size());
        for (const int bits : route.settled->levels())
            loop.params.settled_levels = loop.params.settled_levels << 8 | static_cast<std::uint32_t>(bits);
    }
    return loop;
}

Follower::Ends VulkanEngine::State::follow(const ColorSet& colors, std::span<const Position> starts,
                                           const Options& settings, const Follower::Route& route,
                                           Progress& progress) {
    analyse(colors);
    const std::int64_t farthest = gpu::farthest_of(*analysis, starts);
    const auto count = static_cast<std::uint32_t>(starts.size());
    prepare(count, options.memory_limit);
    buffers->write(*device, starts, route.settled, analysis->origin);
    gpu::Pace pace(tuning.first_budget);
    const gpu::LoopState end = gpu::run_loop(loop_for(settings, route, farthest), pace, progress);
    expected_slices = end.step;
    vulkan::Recorder reading(*device, stage_timer());
    buffers->record_read(reading, *trajectories);
    reading.run();
    Follower::Ends ends = buffers->ends(*device, analysis->origin, farthest);
    ends.evaluations = std::uint64_t{end.evaluations_high} << 32 | end.evaluations_low;
    ends.rounds = end.round;
    return ends;
}

std::vector<Height> VulkanEngine::State::heights(const ColorSet& colors, std::span<const Position> positions,
                                                 const Options& settings, const Progress& progress) {
    analyse(colors);
    const auto most =
        static_cast<std::uint32_t>(std::min<std::size_t>(positions.size(), tuning.first_budget));
    if (most == 0) return {};
    if (!height_buffers || height_buffers->capacity < most) {
        height_buffers.reset();
        height_buffers.emplace(*device, std::bit_ceil(most));
    }
    const auto& [capacity, relative, moments] = *height_buffers;
    const auto& pass = pass_for(sum_moments, *device, gpu::variant_for(*analysis, settings.weighting));
    const std::int64_t r2 = squared_radius(settings.radius),
                       farthest = gpu::farthest_of(*analysis, positions);
    const auto relative_to_origin = [&origin = analysis->origin](const Position& at) {
        return Position{at.l - origin.l, at.a - origin.a, at.b - origin.b};
    };
    static_assert(sizeof(Position) == 12);
    const auto* const out = reinterpret_cast<const std::int64_t*>(moments.readable().data());
    std::vector<Height> heights;
    heights.reserve(positions.size());
    while (heights.size() < positions.size()) {
        progress.throw_if_cancelled();
        const auto part =
            positions.subspan(heights.size(), std::min<std::size_t>(most, positions.size() - heights.size()));
        for (std::size_t i = 0; i < part.size(); ++i) relative.writable().put(i, relative_to_origin(part[i]));
        vulkan::Recorder recorder(*device, stage_timer());
        pass.record(recorder, *analysis, relative, moments, static_cast<std::uint32_t>(part.size()), r2,
                    farthest);
        recorder.run();
        for (std::size_t i = 0; i < part.size(); ++i) {
            const std::int64_t* const values = out + SUM_MOMENTS_VALUES * i;
            const MomentSum sum{{values[0], {values[1], values[2], values[3]}},
                                (Height(values[5]) << SECOND_MOMENT_BITS) + Height(values[4])};
            heights.push_back(sum.height_at(relative_to_origin(part[i]), r2));
        }
    }
    return heights;
}

Reduction VulkanEngine::reduce(const ColorSet& colors, const Options& options, Progress& progress) {
    squared_radius(options.radius);
    squared_merge_distance(options);
    progress.throw_if_cancelled();
    if (colors.empty()) return {};

    if (state_->options.time_stages) state_->timer.emplace(*state_->device);
    state_->analyse(colors);
    if (!state_->order) state_->order.emplace(colors, progress);
    Reduction reduction = reduction_by(*this, colors, *state_->order, options, progress);
    if (state_->timer)
        std::ranges::copy(state_->timer->times(), std::back_inserter(reduction.statistics.stages));
    return reduction;
}

Follower::Ends VulkanEngine::follow(const ColorSet& colors, std::span<const Position> starts,
                                    const Options& options, const Route& route, Progress& progress) {
    squared_radius(options.radius);
    progress.throw_if_cancelled();
    if (colors.empty() || starts.empty() || options.max_iterations == 0u) return ends_at(starts);
    return state_->follow(colors, starts, options, route, progress);
}

std::vector<Height> VulkanEngine::heights(const ColorSet& colors, std::span<const Position> positions,
                                          const Options& options, Progress& progress) {
    squared_radius(options.radius);
    progress.throw_if_cancelled();
    if (colors.empty()) return std::vector<Height>(positions.size());
    return state_->heights(colors, positions, options, progress);
}

}
