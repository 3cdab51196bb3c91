#include "reference/reference_engine.h"

#include "reduction/step.h"

#include <algorithm>
#include <numeric>

namespace huedrift {
namespace {

std::int64_t weight_of(const ColorSet& colors, Weighting weighting, std::size_t i) {
    return weighting == Weighting::palette ? 1 : std::int64_t{colors.counts()[i]};
}

/// W(q): the weight of all points within the radius.
std::int64_t density(const ColorSet& colors, Weighting weighting, std::int64_t squared_radius,
                     const Position& q) {
    std::int64_t weight = 0;
    for (std::size_t i = 0; i < colors.size(); ++i)
        if (squared_distance(colors.positions()[i], q) <= squared_radius)
            weight += weight_of(colors, weighting, i);
    return weight;
}

/// Replaces the mode of each colour by the palette entry that it takes.
void merge_and_assign(const ColorSet& colors, const Options& options, std::vector<Position>& modes) {
    const std::int64_t r2 = squared_radius(options.radius), d2 = squared_merge_distance(options);
    std::vector<std::int64_t> densities;
    for (std::size_t i = 0; i < colors.size(); ++i)
        densities.push_back(density(colors, options.weighting, r2, colors.positions()[i]));
    std::vector<std::size_t> order(colors.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [&](auto i, auto j) { return densities[i] > densities[j]; });

    std::vector<Position> entries;
    std::vector<bool> taken(colors.size(), false);
    for (const std::size_t first : order) {
        if (taken[first]) continue;
        const Position entry = modes[first];
        entries.push_back(entry);
        for (std::size_t i = 0; i < colors.size(); ++i) {
            if (taken[i] || squared_distance(modes[i], entry) > d2) continue;
            modes[i] = entry;
            taken[i] = true;
        }
    }
    if (options.assign == Assign::basin) return;
    for (std::size_t i = 0; i < colors.size(); ++i)
        modes[i] = *std::ranges::min_element(entries, {}, [&](const Position& entry) {
            return squared_distance(entry, colors.positions()[i]);
        });
}

/// Follows a state to its fixed point or the iteration limit; returns the number of steps.
std::uint32_t follow_to_mode(const ColorSet& colors, const Options& options, Position& state,
                             const Progress& progress) {
    const std::int64_t r2 = squared_radius(options.radius);
    std::uint32_t steps = 0;
    for (bool rests = false; !rests && steps != options.max_iterations; ++steps) {
        progress.throw_if_cancelled();
        const Position next = step(colors, options.weighting, r2, state);
        rests = next == state;
        state = next;
    }
    return steps;
}

}

Reduction ReferenceEngine::reduce(const ColorSet& colors, const Options& options, Progress& progress) {
    squared_radius(options.radius);
    squared_merge_distance(options);
    std::vector<Position> modes(colors.positions().begin(), colors.positions().end());
    Statistics statistics;
    for (std::size_t i = 0; i < colors.size(); ++i) {
        const std::uint32_t steps = follow_to_mode(colors, options, modes[i], progress);
        statistics.evaluations += steps;
        statistics.rounds = std::max(statistics.rounds, steps);
        progress.report(double(i + 1) / double(colors.size()));
    }
    if (needs_densities(options)) merge_and_assign(colors, options, modes);
    Reduction reduction = gather_modes(colors, modes);
    reduction.statistics = std::move(statistics);
    return reduction;
}

Follower::Modes ReferenceEngine::follow(const ColorSet& colors, std::span<const Position> starts,
                                        const Options& options, Progress& progress) {
    Modes modes;
    for (const Position& start : starts) {
        modes.densities.push_back(static_cast<std::uint64_t>(
            density(colors, options.weighting, squared_radius(options.radius), start)));
        follow_to_mode(colors, options, modes.states.emplace_back(start), progress);
    }
    return modes;
}

}
