#include "cpu/cpu_engine.h"

#include "base/parallel.h"
#include "cpu/captured_shift.h"
#include "cpu/mean_shift.h"
#include "reduction/merge.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <unistd.h>

namespace huedrift {
namespace {

/// Measured on a photograph of 1.16 million colours: with this much 0.2 % more states are evaluated than if
/// all are remembered, with half of it 1.5 %.
constexpr std::size_t enough_memory = std::size_t{512} << 20;

std::size_t default_memory_limit() {
    const auto quarter_of_memory = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) *
                                   static_cast<std::size_t>(sysconf(_SC_PAGE_SIZE)) / 4;
    return std::min(quarter_of_memory, enough_memory);
}

}

struct CpuEngine::State {
    std::size_t memory_limit;
    Capturing capturing;
    std::uint64_t tree_of = 0; ///< the id of the colour set that the tree was built for
    std::optional<PointTree> tree{};

    const PointTree& tree_for(const ColorSet& colors, Statistics& statistics) {
        if (tree_of != colors.id()) {
            const StageTimer timer(statistics, "build_tree");
            tree.emplace(colors);
            tree_of = colors.id();
        }
        return *tree;
    }

    /// Needs a merge distance of at least half the radius: closer to an entry few fixed points can be told
    /// apart.
    bool captures(const BallSum& ball_sum, const ColorSet& colors, const Options& options) const {
        const std::int64_t d2 = squared_merge_distance(options);
        if (capturing == Capturing::never || d2 == 0 || options.max_iterations || options.radius > 0.5)
            return false;
        if (ball_sum.squared_radius() < Capture::min_squared_radius) return false;
        if (capturing == Capturing::always) return true;
        // Measured on photographs of 480,000 to 1,160,000 colours (docs/benchmarks.md): below this radius,
        // and with the frequency weighting, the proofs cost more than they save.
        constexpr double min_radius = 0.08;
        return options.weighting == Weighting::palette && options.radius >= min_radius &&
               4 * d2 >= ball_sum.squared_radius() && Capture::suits(ball_sum, colors.positions());
    }
};

CpuEngine::CpuEngine(std::optional<std::size_t> memory_limit, Capturing capturing)
    : state_(new State{memory_limit.value_or(default_memory_limit()), capturing}) {}

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
    const BallSum ball_sum(state_->tree_for(colors, statistics), options.weighting, r2);
    MeanShift mean_shift(ball_sum, colors.positions(), state_->memory_limit);
    if (needs_densities(options)) mean_shift.keep_densities();
    if (state_->captures(ball_sum, colors, options)) {
        Reduction reduction = captured_shift(mean_shift, ball_sum, colors, options, progress, statistics);
        reduction = merge_and_assign(std::move(reduction), colors, mean_shift.densities(), options);
        reduction.statistics = std::move(statistics);
        return reduction;
    }
    {
        const StageTimer timer(statistics, "mean_shift");
        mean_shift.run(options.max_iterations, progress, statistics);
    }
    std::optional<StageTimer> timer(std::in_place, statistics, "resolve_modes");
    const Trajectories& trajectories = mean_shift.resolve();
    Reduction reduction = gather_modes(colors, trajectories.states(), trajectories.roots());
    timer.reset();
    if (needs_densities(options)) {
        const StageTimer merge_timer(statistics, "merge");
        reduction = merge_and_assign(std::move(reduction), colors, mean_shift.densities(), options);
    }
    reduction.statistics = std::move(statistics);
    return reduction;
}

Follower::Modes CpuEngine::follow(const ColorSet& colors, std::span<const Position> starts,
                                  const Options& options, Progress& progress) {
    return follow(colors, starts, options, 0, progress);
}

Follower::Modes CpuEngine::estimate(const ColorSet& colors, std::span<const Position> starts,
                                    const Options& options, double side, Progress& progress) {
    const double units = side * std::sqrt(double(squared_radius(options.radius)));
    Options unlimited = options;
    unlimited.max_iterations.reset();
    return follow(colors, starts, unlimited, units < 2 ? 0 : std::ilogb(units), progress);
}

Follower::Modes CpuEngine::follow(const ColorSet& colors, std::span<const Position> starts,
                                  const Options& options, int ignored_bits, Progress& progress) {
    const std::int64_t r2 = squared_radius(options.radius);
    if (colors.empty()) return {{starts.begin(), starts.end()}, std::vector<std::uint64_t>(starts.size())};
    Statistics statistics;
    const BallSum ball_sum(state_->tree_for(colors, statistics), options.weighting, r2);
    MeanShift mean_shift(ball_sum, starts, state_->memory_limit, ignored_bits);
    mean_shift.keep_densities();
    mean_shift.run(options.max_iterations, progress, statistics);
    const Trajectories& trajectories = mean_shift.resolve();
    Modes modes{{}, {mean_shift.densities().begin(), mean_shift.densities().end()}};
    for (const std::uint32_t root : trajectories.roots()) modes.states.push_back(trajectories.states()[root]);
    return modes;
}

}
