#include "cpu/cpu_engine.h"

#include "base/parallel.h"
#include "cpu/mean_shift.h"
#include "reduction/merge.h"

#include <optional>
#include <unistd.h>

namespace huedrift {
namespace {

std::size_t quarter_of_memory() {
    return static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) *
           static_cast<std::size_t>(sysconf(_SC_PAGE_SIZE)) / 4;
}

}

struct CpuEngine::State {
    std::size_t memory_limit;
    std::uint64_t tree_of = 0; ///< the id of the colour set that the tree was built for
    std::optional<PointTree> tree{};
};

CpuEngine::CpuEngine(std::optional<std::size_t> memory_limit)
    : state_(new State{memory_limit ? *memory_limit : quarter_of_memory()}) {}

CpuEngine::~CpuEngine() = default;

std::string CpuEngine::device() const {
    return std::to_string(thread_count()) + (thread_count() == 1 ? " thread, " : " threads, ") + simd_name();
}

Reduction CpuEngine::reduce(const ColorSet& colors, const Options& options, Progress& progress) {
    const std::int64_t r2 = squared_radius(options.radius);
    squared_merge_distance(options);
    if (colors.empty()) return {};
    progress.throw_if_cancelled();

    Statistics statistics;
    if (state_->tree_of != colors.id()) {
        const StageTimer timer(statistics, "build_tree");
        state_->tree.emplace(colors);
        state_->tree_of = colors.id();
    }
    const BallSum ball_sum(*state_->tree, options.weighting, r2);
    MeanShift mean_shift(ball_sum, colors.positions(), state_->memory_limit);
    if (needs_densities(options)) mean_shift.keep_densities();
    {
        const StageTimer timer(statistics, "mean_shift");
        mean_shift.run(options.max_iterations, progress, statistics);
    }
    std::optional<StageTimer> timer(std::in_place, statistics, "resolve_modes");
    const Trajectories& trajectories = mean_shift.resolve();
    Reduction reduction = gather_modes(colors, trajectories.last(), trajectories.ends());
    timer.reset();
    if (needs_densities(options)) {
        const StageTimer merge_timer(statistics, "merge");
        reduction = merge_and_assign(std::move(reduction), colors, mean_shift.densities(), options);
    }
    reduction.statistics = std::move(statistics);
    return reduction;
}

}
