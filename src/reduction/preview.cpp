#include "reduction/preview.h"

#include "base/parallel.h"
#include "base/parallel_sort.h"
#include "color/morton.h"
#include "color/position_sum.h"
#include "palette/merge.h"
#include "palette/nearest_entry.h"
#include "reduction/ascent.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <queue>

namespace huedrift {
namespace {

/// Coordinates have 25 bits, of which a 63-bit key holds 21 each.
constexpr int dropped_bits = 4;

std::uint64_t morton_key(const Position& p) {
    constexpr std::int32_t middle = units_per_one / 2;
    const auto cell = [](std::int32_t coordinate) {
        return static_cast<std::uint32_t>(coordinate) >> dropped_bits;
    };
    return morton_code(cell(p.l), cell(p.a + middle), cell(p.b + middle));
}

/// A range of the colours in Morton order.
struct Cell {
    double error;
    std::uint32_t begin, end;

    friend bool operator<(const Cell& x, const Cell& y) {
        return x.error != y.error ? x.error < y.error : x.begin > y.begin;
    }
};

}

Preview::Preview(const ColorSet& colors, std::size_t max)
    : colors_(colors), max_(max), keys_(colors.size()), order_(colors.size()), cell_of_(colors.size()) {
    std::vector<std::uint64_t> keys(colors.size());
    std::ranges::transform(colors.positions(), keys.begin(), morton_key);
    std::iota(order_.begin(), order_.end(), 0u);
    parallel_sort(order_.begin(), order_.end(), [&](std::uint32_t i, std::uint32_t j) {
        return keys[i] != keys[j] ? keys[i] < keys[j] : i < j;
    });
    for (std::size_t i = 0; i < keys.size(); ++i) keys_[i] = keys[order_[i]];
}

/// Halves the cell with the greatest error, sqrt(weight) times squared side, as long as cells may be added.
/// The root is a compromise between what suits the pixels (weight) and the rare colours of a palette (side
/// alone).
void Preview::divide(Weighting weighting) {
    std::vector<std::uint64_t> weight_before(colors_.size() + 1);
    for (std::size_t i = 0; i < colors_.size(); ++i)
        weight_before[i + 1] =
            weight_before[i] + (weighting == Weighting::palette ? 1 : colors_.counts()[order_[i]]);
    const auto cell = [&](std::uint32_t begin, std::uint32_t end) -> Cell {
        const int bits = std::bit_width(keys_[begin] ^ keys_[end - 1]);
        const auto weight = double(weight_before[end] - weight_before[begin]);
        return {bits == 0 ? 0 : std::sqrt(weight) * std::ldexp(1, 2 * ((bits + 2) / 3)), begin, end};
    };
    std::priority_queue<Cell> cells;
    cells.push(cell(0, static_cast<std::uint32_t>(colors_.size())));
    while (cells.size() < max_ && cells.top().error > 0) {
        const Cell whole = cells.top();
        cells.pop();
        const std::uint64_t bit = std::bit_floor(keys_[whole.begin] ^ keys_[whole.end - 1]);
        const auto middle = std::partition_point(keys_.begin() + whole.begin, keys_.begin() + whole.end,
                                                 [&](std::uint64_t key) { return (key & bit) == 0; });
        const auto joint = static_cast<std::uint32_t>(middle - keys_.begin());
        cells.push(cell(whole.begin, joint));
        cells.push(cell(joint, whole.end));
    }
    std::vector<std::uint32_t> ends;
    for (; !cells.empty(); cells.pop()) ends.push_back(cells.top().end);
    std::ranges::sort(ends);
    gather(ends, weighting);
}

void Preview::gather(const std::vector<std::uint32_t>& ends, Weighting weighting) {
    std::vector<Position> means;
    std::vector<std::uint32_t> counts;
    std::uint32_t i = 0;
    for (const std::uint32_t end : ends) {
        PositionSum sum;
        for (; i < end; ++i) {
            cell_of_[order_[i]] = static_cast<std::uint32_t>(means.size());
            sum.add(colors_.positions()[order_[i]],
                    weighting == Weighting::palette ? 1 : colors_.counts()[order_[i]]);
        }
        means.push_back(sum.mean());
        counts.push_back(static_cast<std::uint32_t>(
            std::min<std::int64_t>(sum.weight, std::numeric_limits<std::int32_t>::max())));
    }
    representatives_ = ColorSet::from_points(std::move(means), std::move(counts), colors_.transfer());
    weighting_ = weighting;
}

Reduction Preview::reduce(Engine& engine, Follower& follower, const Options& options, Progress& progress) {
    squared_radius(options.radius);
    if (colors_.empty()) return {};
    if (!representatives_ || weighting_ != options.weighting) divide(options.weighting);
    // A representative weighs as much as all the colours it stands for, whatever the weighting.
    Options coarse_options = options;
    coarse_options.weighting = Weighting::frequency;
    coarse_options.merge = 0;
    coarse_options.assign = Assign::basin;
    const Reduction coarse = engine.reduce(*representatives_, coarse_options, progress);
    Reduction reduction = follow_modes(follower, coarse, options, progress);
    reduction.statistics = coarse.statistics;
    return reduction;
}

/// Merges in order of the density at the representatives' modes. The definition's order differs, which
/// changes palette sizes by a few percent.
Reduction Preview::follow_modes(Follower& follower, const Reduction& coarse, const Options& options,
                                Progress& progress) const {
    std::vector<Position> starts;
    for (const Mode& mode : coarse.modes) starts.push_back(mode.position);
    Ascent ascent;
    if (options.max_iterations) { // states before the fixed point are not modes
        ascent.modes = starts;
        ascent.densities.assign(starts.size(), 0);
        ascent.mode_of.resize(starts.size());
        std::iota(ascent.mode_of.begin(), ascent.mode_of.end(), 0u);
    } else {
        ascent = ascend(follower, colors_, starts, options, progress);
    }

    std::vector<Position> entries = ascent.modes;
    if (const std::int64_t limit = squared_merge_distance(options)) {
        std::vector<std::uint32_t> itself(ascent.modes.size());
        std::iota(itself.begin(), itself.end(), 0u);
        const MergedModes merged = merge_modes(ascent.modes, itself, ascent.densities, limit);
        entries.clear();
        for (const std::uint32_t mode : merged.entries) entries.push_back(ascent.modes[mode]);
        for (std::uint32_t& mode : ascent.mode_of) mode = merged.entry_of[mode];
    }
    std::vector<std::uint32_t> index_of(colors_.size());
    const NearestEntry nearest(entries);
    parallel_ranges(index_of.size(), 1 << 12, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            index_of[i] = options.assign == Assign::nearest ? nearest(colors_.positions()[i])
                                                            : ascent.mode_of[coarse.mode_of[cell_of_[i]]];
    });
    return gather_modes(colors_, entries, index_of);
}

}
