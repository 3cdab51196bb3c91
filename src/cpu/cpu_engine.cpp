#include "cpu/cpu_engine.h"

#include "base/memory_limit.h"
#include "base/parallel.h"
#include "cpu/mean_shift.h"
#include "reduction/refinement.h"

#include <algorithm>
#include <cassert>
#include <optional>

namespace huedrift {
namespace {

/// Measured on a photograph of 1.16 million colours: with this much memory 0.2 % more states are evaluated
/// than with unlimited memory, with half of it 1.5 %.
constexpr std::size_t enough_memory = std::size_t{512} << 20;

}

std::size_t memory_of_states(std::size_t memory) { return std::min(memory / 4, enough_memory); }

struct CpuEngine::State {
    std::optional<std::size_t> memory_limit;
    std::uint64_t set = 0; ///< the id of the colour set of the other members
    std::optional<PointTree> tree{};
    std::optional<MortonOrder> order{}; ///< made on demand

    const PointTree& tree_for(const ColorSet& colors, Statistics& statistics, const Progress& progress = {}) {
        if (set != colors.id()) {
            order.reset();
            set = 0; // if the job is cancelled, there is no tree
            tree.reset();
            statistics.timed("build_tree", [&] { return &tree.emplace(colors, progress); });
            set = colors.id();
        }
        return *tree;
    }
    BallSum ball_sum(const ColorSet& colors, const Options& options) {
        Statistics unused;
        return {tree_for(colors, unused), options.weighting, squared_radius(options.radius)};
    }
    const MortonOrder& order_for(const ColorSet& colors, Statistics& statistics, const Progress& progress) {
        assert(set == colors.id());
        if (!order) statistics.timed("sort_colors", [&] { return &order.emplace(colors, progress); });
        return *order;
    }
};

CpuEngine::CpuEngine(std::optional<std::size_t> memory_limit) : state_(new State{memory_limit}) {}

CpuEngine::~CpuEngine() = default;

std::string CpuEngine::device() const {
    return std::to_string(thread_count()) + (thread_count() == 1 ? " thread, " : " threads, ") + simd_name();
}

Reduction CpuEngine::reduce(const ColorSet& colors, const Options& options, Progress& progress) {
    squared_radius(options.radius);
    squared_merge_distance(options);
    if (colors.empty()) return {};
    progress.throw_if_cancelled();

    Statistics preparation;
    state_->tree_for(colors, preparation, progress);
    const MortonOrder& order = state_->order_for(colors, preparation, progress);
    Reduction reduction = reduction_by(*this, colors, order, options, progress);
    std::vector<StageTime>& stages = reduction.statistics.stages;
    stages.insert(stages.begin(), preparation.stages.begin(), preparation.stages.end());
    return reduction;
}

Follower::Ends CpuEngine::follow(const ColorSet& colors, std::span<const Position> starts,
                                 const Options& options, const Route& route, Progress& progress) {
    squared_radius(options.radius);
    if (colors.empty()) return ends_at(starts);
    const BallSum ball_sum = state_->ball_sum(colors, options);
    // Only here, as it reads the files of the system about a container.
    if (!state_->memory_limit) state_->memory_limit = memory_of_states(memory_limit());
    return MeanShift(ball_sum, starts, route, *state_->memory_limit).run(options.max_iterations, progress);
}

std::vector<Height> CpuEngine::heights(const ColorSet& colors, std::span<const Position> positions,
                                       const Options& options, Progress& progress) {
    squared_radius(options.radius);
    std::vector<Height> heights(positions.size());
    if (colors.empty()) return heights;
    const BallSum ball_sum = state_->ball_sum(colors, options);
    parallel_ranges(positions.size(), 64, [&](std::size_t begin, std::size_t end) {
        BallSumLists lists;
        ball_sum.heights(positions.subspan(begin, end - begin),
                         std::span(heights).subspan(begin, end - begin), lists, progress);
    });
    progress.throw_if_cancelled();
    return heights;
}

}
